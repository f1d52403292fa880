import type { PlannedRecord, PlannedUpdate } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import { heldToPlan } from './held-to-plan.ts';

const about = { sourceId: 'a', name: 'Ann', warnings: [] };

const anUpdate = (change: Partial<PlannedUpdate> = {}): PlannedUpdate => ({
  ...about,
  action: 'update',
  hubspotId: '7',
  before: { phone: '1' },
  after: { phone: '2' },
  ...change,
});

const aCreate = (properties: Record<string, string> = { phone: '2' }): PlannedRecord => ({
  ...about,
  action: 'create',
  properties,
});

const unchanged: PlannedRecord = { ...about, action: 'unchanged', hubspotId: '7' };
const skip: PlannedRecord = { ...about, action: 'skip', reason: 'no_email', message: 'no email address' };

/** The reviewed plan of a record that the dry run planned in this way. */
async function held(now: PlannedRecord, shown: PlannedRecord | null): Promise<PlannedRecord | undefined> {
  const review = heldToPlan(() => Promise.resolve(shown ? [shown] : []));
  return (await review([now], 'contact'))[0];
}

describe('When a plan is run', () => {
  test.each([
    ['a create', aCreate()],
    ['an update', anUpdate()],
  ])('Then %s that is as it was shown is written', async (_, record) => {
    expect(await held(record, record)).toBe(record);
    expect(
      await held(record, { ...record, warnings: [{ code: 'email_shared', message: 'other words' }] }),
    ).toBe(record);
  });

  test.each<[what: string, shown: PlannedRecord, now: PlannedRecord, message: string]>([
    [
      'another value',
      anUpdate({ after: { phone: '3' } }),
      anUpdate(),
      'Phone Number would be "2" now, and "3" in the plan',
    ],
    [
      'another value before',
      anUpdate({ before: { phone: null } }),
      anUpdate(),
      'Phone Number is "1" in HubSpot now, and empty in the plan',
    ],
    [
      'one more value',
      unchanged,
      anUpdate(),
      'Phone Number would be "2" now, and the plan does not change it',
    ],
    [
      'one value less',
      anUpdate({ before: { phone: '1', city: 'A' }, after: { phone: '2', city: 'B' } }),
      anUpdate(),
      'City would stay as it is in HubSpot, and the plan writes "B"',
    ],
    [
      'another record',
      anUpdate({ hubspotId: '8' }),
      anUpdate(),
      'the plan has the HubSpot contact 8, and it would be 7 now',
    ],
    [
      'a record that is there now',
      aCreate(),
      anUpdate(),
      'the plan creates it, and HubSpot has it now as the contact 7',
    ],
    [
      'a record that is gone',
      anUpdate(),
      aCreate(),
      'the plan has the HubSpot contact 7, and it would be created now',
    ],
    ['a record that was skipped', skip, aCreate(), 'the plan does not copy it, and it would be created now'],
    [
      'many values',
      aCreate({}),
      aCreate({ a: '1', b: '2', c: '3', d: '4', e: '5' }),
      'a would be "1" now, and the plan does not change it; b would be "2" now, and the plan does not change it; c would be "3" now, and the plan does not change it; and 2 more',
    ],
  ])('Then %s is refused by name with what changed', async (_, shown, now, message) => {
    expect(await held(now, shown)).toMatchObject({
      ...about,
      action: 'skip',
      reason: 'differs_from_plan',
      message: `differs from the plan: ${message}`,
    });
  });

  test('Then a record that the dry run did not plan is skipped, and what refers to it finds its HubSpot record', async () => {
    expect(await held({ ...aCreate(), key: 'a@b.c', digest: 'd' }, null)).toMatchObject({
      action: 'skip',
      reason: 'not_in_plan',
      key: 'a@b.c',
      digest: 'd',
    });
    expect(await held(anUpdate(), null)).toMatchObject({ reason: 'not_in_plan', standIn: '7' });
  });

  test('Then what writes nothing stays as it is planned, and the dry run is not asked about it', async () => {
    const review = heldToPlan(() => Promise.reject(new Error('asked')));
    expect(await review([unchanged, skip], 'contact')).toEqual([unchanged, skip]);
  });
});
