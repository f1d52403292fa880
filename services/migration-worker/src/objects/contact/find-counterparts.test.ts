import { contactType } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { recordReader } from '../../hubspot-io/read-records.ts';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import type { RecordIdentity } from '../../plans/batch-plan.ts';
import { findCounterparts } from './find-counterparts.ts';
import { mapContact } from './map-contact.ts';
import { aContact } from './testing/a-contact-run.ts';
import { contactPortal } from './testing/contact-portal.ts';

const emailOf = (index: number): string => `c${String(index)}@example.com`;

const about = (index: number, known: Partial<RecordIdentity> = {}) => {
  const record = mapContact(aContact(index));
  const identity = {
    sourceId: record.sourceId,
    hubspotId: null,
    keyTakenBy: null,
    seenInBatch: null,
    ...known,
  };
  return { record, identity };
};

const looking = (target: FakeHubspotTarget, noSourceIds = false) => ({
  read: recordReader(target, contactType, new AbortController().signal),
  noSourceIds,
});

describe('The counterparts of a group are looked up with as few calls as they need', () => {
  test('When all of a hundred are linked and nothing changed, then one call tells', async () => {
    const target = contactPortal();
    const group = Array.from({ length: 100 }, (_, index) => {
      const hubspotId = target.add({ acculynx_contact_id: `c-${String(index)}`, email: emailOf(index) });
      return about(index, { hubspotId });
    });
    const found = await findCounterparts(group, looking(target));
    expect(found.every(({ linked }, index) => linked?.id === group[index]?.identity.hubspotId)).toBe(true);
    expect(target.calls.map(({ ids }) => ids.length)).toEqual([100]);
  });

  test('When nothing is known, then source ids and e-mails are asked for, side by side', async () => {
    const target = contactPortal();
    const id = target.add({ acculynx_contact_id: 'c-0' });
    const owner = target.add({ email: emailOf(1) });
    const [first, second] = await findCounterparts([about(0), about(1)], looking(target));
    expect(first).toMatchObject({ linked: null, bySource: { id }, byEmail: null });
    expect(second).toMatchObject({ linked: null, bySource: null, byEmail: { id: owner } });
    expect(target.calls).toHaveLength(2);
  });

  test('When no record carries a source id, then nothing is asked for by it', async () => {
    const target = contactPortal();
    await findCounterparts([about(0), about(1)], looking(target, true));
    expect(target.calls.map(({ ids }) => ids)).toEqual([[emailOf(0), emailOf(1)]]);
  });

  test('When a link leads nowhere or to another record, then the source id is asked for, whatever the portal is said to hold', async () => {
    const target = contactPortal();
    const foreign = target.add({ acculynx_contact_id: 'of-another' });
    const ours = target.add({ acculynx_contact_id: 'c-1', email: emailOf(1) });
    const group = [about(0, { hubspotId: '404' }), about(1, { hubspotId: foreign })];
    const [gone, wrong] = await findCounterparts(group, looking(target, true));
    expect(gone).toMatchObject({ linked: null, bySource: null });
    expect(wrong).toMatchObject({ linked: { id: foreign }, bySource: { id: ours } });
    expect(target.calls.map(({ ids }) => ids)).toEqual([['404', foreign], ['c-0', 'c-1'], [emailOf(0)]]);
  });

  test('When a linked record has another e-mail, then who has the new one is asked, unless another record of the run has it', async () => {
    const target = contactPortal();
    const owner = target.add({ email: emailOf(0) });
    const linked = [0, 1].map((index) =>
      target.add({ acculynx_contact_id: `c-${String(index)}`, email: `old${String(index)}@example.com` }),
    );
    const group = [
      about(0, { hubspotId: linked[0] ?? '' }),
      about(1, { hubspotId: linked[1] ?? '', keyTakenBy: 'z' }),
    ];
    const [first] = await findCounterparts(group, looking(target));
    expect(first?.byEmail?.id).toBe(owner);
    expect(target.calls.map(({ ids }) => ids)).toEqual([linked, [emailOf(0)]]);
  });
});
