import { describe, expect, test } from '@jest/globals';
import { contactType } from '@ridgeline/contracts';
import type { PlannedRecord, PlannedWrite } from '@ridgeline/contracts/internal';
import { contactForm } from '../objects/contact/mapping/contact-comparison.ts';
import { planUndo, type FoundNow } from './plan-undo.ts';

const kind = { type: contactType, form: contactForm };
const plannedAt = '2026-11-20T10:00:00.000Z';
const about = { sourceId: 'a', name: 'Ann Reyes', warnings: [] };
const none: FoundNow['ties'] = new Map();

const created: PlannedWrite = {
  ...about,
  action: 'create',
  properties: { acculynx_contact_id: 'a', lastname: 'Reyes', email: 'Ann@example.com' },
};
const updated: PlannedWrite = {
  ...about,
  action: 'update',
  hubspotId: '7',
  before: { acculynx_contact_id: null, city: 'Reno', phone: null },
  after: { acculynx_contact_id: 'a', city: 'Waco', phone: '+15550100' },
};

/** The plan when HubSpot has these values now; null: it no longer has the record. */
function undo(
  plan: PlannedWrite,
  properties: Readonly<Record<string, string | null>> | null,
  { id = '7', createdAt, ties = none }: { id?: string; createdAt?: string; ties?: FoundNow['ties'] } = {},
): PlannedRecord {
  const current = properties && { id, properties, ...(createdAt === undefined ? {} : { createdAt }) };
  const outcome = {
    outcome: plan.action === 'create' ? ('created' as const) : ('updated' as const),
    hubspotId: '7',
  };
  return planUndo({ plan, outcome, plannedAt }, { current, ties }, kind);
}

const asCreated = { acculynx_contact_id: 'a', lastname: 'Reyes', email: 'ann@example.com', city: null };

describe('The undo of a record that was created', () => {
  test('When it is as it was written, in the form in which its values compare, then it is archived', () => {
    expect(undo(created, asCreated)).toEqual({ ...about, action: 'archive', hubspotId: '7' });
  });

  test('When its id of AccuLynx was removed, then it is archived anyway: only we write it', () => {
    expect(undo(created, { ...asCreated, acculynx_contact_id: null })).toMatchObject({ action: 'archive' });
  });

  test.each([
    ['a value is another one', { lastname: 'Cruz' }, 'Last Name changed in HubSpot'],
    ['a value was added', { city: 'Reno' }, 'City changed in HubSpot'],
    ['a value was cleared', { email: null }, 'Email changed in HubSpot'],
  ])('When %s, then it is spared, and the property is named', (_, change, words) => {
    expect(undo(created, { ...asCreated, ...change })).toMatchObject({
      action: 'skip',
      reason: 'changed_since',
      standIn: '7',
      message: expect.stringContaining(words),
    });
  });

  test('When it is in use, then it is spared, and what it has is counted', () => {
    const ties = new Map([
      ['notes', ['1', '2']],
      ['tasks', ['3']],
    ]);
    expect(undo(created, asCreated, { ties })).toMatchObject({
      action: 'skip',
      reason: 'in_use_by_others',
      message: 'it has 2 notes and 1 task in HubSpot and was not removed',
    });
  });

  test('When HubSpot had it before it was planned, then it is spared; a second of difference between two clocks is nothing', () => {
    expect(undo(created, asCreated, { createdAt: '2026-11-20T09:59:00.000Z' })).toMatchObject({
      action: 'skip',
      reason: 'no_prior_value',
    });
    expect(undo(created, asCreated, { createdAt: '2026-11-20T09:59:59.000Z' })).toMatchObject({
      action: 'archive',
    });
  });

  test('When it is gone, then nothing is done; when it was merged, then it is spared', () => {
    expect(undo(created, null)).toMatchObject({ action: 'unchanged', hubspotId: '7' });
    expect(undo(created, asCreated, { id: '8' })).toMatchObject({
      action: 'skip',
      reason: 'changed_since',
      standIn: '8',
    });
  });
});

describe('The undo of a record that was changed', () => {
  const asWritten = { acculynx_contact_id: 'a', city: 'Waco', phone: '+15550100' };

  test('When all values are what was written, then each gets the one before, and an empty one where there was none', () => {
    expect(undo(updated, asWritten)).toEqual({
      ...about,
      action: 'update',
      hubspotId: '7',
      before: asWritten,
      after: { acculynx_contact_id: '', city: 'Reno', phone: '' },
    });
  });

  test('When one value is another one by now, then it stays, and a warning names it', () => {
    expect(undo(updated, { ...asWritten, city: 'Boise' })).toMatchObject({
      action: 'update',
      after: { acculynx_contact_id: '', phone: '' },
      warnings: [{ code: 'changed_since', message: expect.stringContaining('City changed') }],
    });
  });

  test('When all values are others by now, then it is spared with its link, and all are named', () => {
    expect(undo(updated, { ...asWritten, city: 'Boise', phone: '1' })).toMatchObject({
      action: 'skip',
      reason: 'changed_since',
      message: expect.stringMatching(/^City and Phone Number changed/),
    });
  });

  test('When it was set back already, then nothing is done', () => {
    expect(undo(updated, { city: 'Reno', phone: '' })).toMatchObject({ action: 'unchanged' });
  });
});
