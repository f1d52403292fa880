import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import type { TargetRecord } from '@ridgeline/testkit';
import type { Fact } from './past-facts.ts';
import { factsOfThere, pastProblems, type PastEvidence } from './past-problems.ts';

const deal = (id: string, jobId: string, values: Record<string, string> = {}, updated = 0): TargetRecord => ({
  id,
  created: 1,
  updated,
  properties: { acculynx_job_id: jobId, ...values },
});
const facts: readonly Fact[] = [
  { kind: 'merged', object: 'deals', sourceId: 'j1', into: 'j2' },
  { kind: 'retyped', object: 'deals', sourceId: 'j3', typed: 'typed over j3' },
  { kind: 'retyped', object: 'contacts', sourceId: 'c1', typed: 'typed over c1' },
  { kind: 'own', object: 'deals', id: 'own' },
  { kind: 'value', object: 'deals', sourceId: 'j4', when: 'always', property: 'dealstage', value: 'won' },
  {
    kind: 'value',
    object: 'deals',
    sourceId: 'j5',
    when: 'while-refused',
    property: 'dealstage',
    value: 'old',
  },
  { kind: 'value', object: 'deals', sourceId: 'j5', when: 'last', property: 'dealstage', value: 'new' },
  {
    kind: 'value',
    object: 'deals',
    sourceId: 'j6',
    when: 'completed',
    property: 'dealname',
    value: 'Renamed',
  },
];
const others = [
  deal('d2', 'j2'),
  deal('d3', 'typed over j3'),
  deal('own', ''),
  deal('d4', 'j4', { dealstage: 'won' }),
  deal('d6', 'j6', { dealname: 'Renamed' }),
];
const contacts = [
  { id: 'h1', created: 1, updated: 0, properties: { acculynx_contact_id: 'typed over c1' } },
  { id: 'h2', created: 1, updated: 0, properties: { acculynx_contact_id: 'c1' } },
];
const held = (stage: string, deals = others): PastEvidence['targets'] => ({
  contacts,
  deals: [...deals, deal('d5', 'j5', { dealstage: stage })],
});
const migrationOf = (skippedByReason: Record<string, number>, status = 'completed') =>
  ({ migrationType: 'jobs', status, reconciliation: { skippedByReason } }) as unknown as Migration;

/** A run that respected everything. */
const truth: PastEvidence = {
  migration: migrationOf({ merged_in_hubspot: 1, id_changed_in_hubspot: 1 }),
  facts,
  before: ['j1', 'j2', 'j3', 'j4', 'j5', 'j6'],
  deleted: [],
  targets: held('old'),
  isLast: false,
};
const without = (id: string, ...deals: readonly TargetRecord[]) =>
  held('old', [...others.filter((record) => record.id !== id), ...deals]);

describe('What users did before a run', () => {
  test('When the run respected it, then nothing is wrong', () => {
    expect(pastProblems(truth)).toEqual([]);
    expect(pastProblems({ ...truth, targets: held('new'), isLast: true })).toEqual([]);
  });

  test('When a renamed job went from AccuLynx before the run, then its old name is not wrong, and its stage still counts', () => {
    const [old, lost] = [deal('d6', 'j6', { dealname: 'Old' }), deal('d4', 'j4', { dealstage: 'lost' })];
    const rest = others.filter(({ id }) => id !== 'd6' && id !== 'd4');
    const gone = { ...truth, before: ['j1', 'j2', 'j3', 'j5'], targets: held('old', [...rest, old, lost]) };
    expect(pastProblems(gone)).toEqual(['j4 has lost for dealstage, not won']);
    expect(pastProblems({ ...gone, before: truth.before })).toHaveLength(2);
  });

  test.each<[string, Partial<PastEvidence>, RegExp]>([
    [
      'a merged record was not skipped',
      { migration: migrationOf({ id_changed_in_hubspot: 1 }) },
      /^0 were skipped as merged_in_hubspot, 1 had to be$/,
    ],
    [
      'too many were skipped as merged',
      { migration: migrationOf({ merged_in_hubspot: 2, id_changed_in_hubspot: 1 }) },
      /^2 were skipped as merged_in_hubspot/,
    ],
    [
      'a deal with another id was not skipped',
      { migration: migrationOf({ merged_in_hubspot: 1 }) },
      /^0 were skipped as id_changed_in_hubspot/,
    ],
    ['a merged record was made again', { targets: without('', deal('d9', 'j1')) }, /^j1 was made again/],
    [
      'a deal was made beside a retyped one',
      { targets: without('', deal('d9', 'j3')) },
      /^j3 was made again/,
    ],
    ['a typed id was replaced', { targets: without('d3') }, /^the id that users typed over j3 was replaced$/],
    [
      "a record of users' own was written",
      { targets: without('own', deal('own', '', {}, 1)) },
      /^own, a record of users' own, was written$/,
    ],
    [
      'a deal that users moved was moved back',
      { targets: without('d4', deal('d4', 'j4', { dealstage: 'lead' })) },
      /^j4 has lead for dealstage, not won$/,
    ],
    ['a refused stage is in HubSpot', { targets: held('new') }, /^j5 has new for dealstage, not old$/],
    ['a refused stage was not tried again', { isLast: true }, /^j5 has old for dealstage, not new$/],
    [
      'a change in AccuLynx did not arrive',
      { targets: without('d6', deal('d6', 'j6', { dealname: 'Old' })) },
      /^j6 has Old for dealname, not Renamed$/,
    ],
    ['a record with a promised value is lost', { targets: without('d4') }, /^j4 has undefined for dealstage/],
  ])('When %s, then it is found', (_, change, text) => {
    expect(pastProblems({ ...truth, ...change })).toEqual([expect.stringMatching(text)]);
  });

  test('A record that went while the run was under way need not be processed, nor any of a cancelled run', () => {
    const deleted = ['j1', 'j3', 'j6'];
    const targets = without('d6');
    expect(pastProblems({ ...truth, migration: migrationOf({}), deleted, targets })).toEqual([]);
    const cancelled = migrationOf({}, 'cancelled');
    const unread = without('d6', deal('d6', 'j6', { dealname: 'Old' }));
    expect(pastProblems({ ...truth, migration: cancelled, targets: unread })).toEqual([]);
  });

  test('When users delete a record that they changed before, then what they changed need not come back, and all else must', () => {
    expect(factsOfThere(facts, held('old'))).toEqual(facts);
    const left = factsOfThere(facts, without('d4'));
    expect(facts.filter((fact) => !left.includes(fact))).toMatchObject([{ sourceId: 'j4' }]);
  });
});
