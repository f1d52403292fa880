import { describe, expect, test } from '@jest/globals';
import type { CountedReference } from '@ridgeline/contracts/internal';
import { planPairs, withPresent } from './plan-pairs.ts';

const label = { category: 'USER_DEFINED', typeId: 7 } as const;
const typeOf = (typeId: number) => ({ category: '', typeId, label: null });

const reference = (change: Partial<CountedReference> = {}): CountedReference => ({
  kind: 'contact',
  sourceId: 'c-1',
  isPrimary: true,
  displayName: 'Ben',
  hubspotId: '11',
  reason: null,
  from: { sourceId: 'j-1', displayName: 'Job 12 (Ada)', hubspotId: '9', created: false },
  ...change,
});

const plan = (
  one: CountedReference,
  types: readonly number[] | null,
  primaryLabel: typeof label | null = null,
) =>
  planPairs({
    references: [one],
    present: new Map(types ? [['9', new Map([['11', types.map(typeOf)]])]] : []),
    primaryLabel,
  })[0];

describe('The plan of a pair', () => {
  test('When the deal is without its contact, then they are associated', () => {
    expect(plan(reference(), null)).toEqual({
      sourceId: '9/11',
      name: 'Job 12 (Ada) and its contact Ben',
      warnings: [],
      action: 'create',
      properties: { from: '9', to: '11' },
    });
  });

  test('When they are associated already, then there is nothing to do', () => {
    expect(plan(reference(), [3])).toMatchObject({ action: 'unchanged', hubspotId: '9/11' });
    expect(plan(reference(), [3, 7], label)).toMatchObject({ action: 'unchanged' });
    expect(plan(reference({ isPrimary: false }), [3], label)).toMatchObject({ action: 'unchanged' });
  });

  test('When the primary contact lacks the label of the portal, then it gets it', () => {
    expect(plan(reference(), [3], label)).toMatchObject({
      action: 'create',
      properties: { label: '7' },
    });
    expect(plan(reference({ isPrimary: false }), null, label)).not.toHaveProperty('properties.label');
  });

  test('When the contact may not be copied, then the deal stays without it, and the skipped pair is named and says why', () => {
    expect(plan(reference({ hubspotId: null, reason: 'no_email' }), null)).toMatchObject({
      sourceId: 'j-1/c-1',
      action: 'skip',
      reason: 'contact_not_in_hubspot',
      name: 'Job 12 (Ada) and its contact Ben',
      message: 'the contact is not in HubSpot (No email address in AccuLynx); the deal stays without it',
    });
    expect(plan(reference({ hubspotId: null, reason: 'conflict' }), null)).toMatchObject({
      message: expect.stringContaining('(Another HubSpot contact is in its place)'),
    });
  });

  test('When AccuLynx does not have the contact any more, then that is said', () => {
    expect(plan(reference({ hubspotId: null }), null)).toMatchObject({
      reason: 'contact_not_in_acculynx',
      message: expect.stringMatching(/^AccuLynx does not have/),
    });
  });
});

describe('Pairs that others may have associated since they were planned', () => {
  const planned = (properties: Record<string, string> = {}) =>
    ({
      sourceId: '9/11',
      name: 'Job 12',
      warnings: [],
      action: 'create',
      properties: { from: '9', to: '11', ...properties },
    }) as const;
  const there = new Map([['9', new Map([['11', [typeOf(3)]]])]]);

  test('When a pair is there by now, then there is nothing to do; when it is not, then it is made as planned', () => {
    const other = { ...planned(), sourceId: '9/12' };
    expect(withPresent([planned(), other], there)).toEqual([
      { sourceId: '9/11', name: 'Job 12', warnings: [], action: 'unchanged', hubspotId: '9/11' },
      other,
    ]);
  });

  test('When its label changes, then it is made in any case, and the plan says that it was there before', () => {
    const labelled = planned({ label: '7', present: 'false' });
    expect(withPresent([labelled], there)).toEqual([planned({ label: '7', present: 'true' })]);
  });

  test('When a pair is not to be made, then it stays as it is', () => {
    const skipped = {
      sourceId: 'j/c',
      name: 'Job',
      warnings: [],
      action: 'skip',
      reason: 'no_email',
      message: 'no',
    } as const;
    expect(withPresent([skipped], there)).toEqual([skipped]);
  });
});
