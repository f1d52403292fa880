import { describe, expect, test } from '@jest/globals';
import { compareAssociations, type SourceJob, type TargetRecord } from '@ridgeline/testkit';
import { sidesAfterPast, type Before } from './sides-after-past.ts';

const job = (id: string, ...contactIds: readonly string[]) =>
  ({
    id,
    currentMilestone: 'Lead',
    contacts: contactIds.map((contactId) => ({ contactId })),
  }) as unknown as SourceJob;
const record = (id: string, property: string, value: string): TargetRecord => ({
  id,
  created: 1,
  updated: 0,
  properties: { [property]: value },
});
const deal = (id: string, jobId: string) => record(id, 'acculynx_job_id', jobId);
const contact = (id: string, contactId: string) => record(id, 'acculynx_contact_id', contactId);
const pair = (fromId: string, toId: string) => ({ fromId, toId, labels: [] });

/** The first job's contact was merged, the second's carries an id that users typed; its primary contact is new. */
const sides = {
  jobs: [job('j1', 'lost'), job('j2', 'new', 'retyped'), job('j3', 'cleared'), job('gone', 'won')],
  deals: [
    deal('d1', 'j1'),
    deal('d2', 'j2'),
    deal('d5', 'j3'),
    deal('d3', 'gone'),
    deal('own', ''),
    deal('d4', 'typed'),
  ],
  contacts: [
    contact('h1', 'won'),
    contact('h2', 'typed contact'),
    contact('h3', 'new'),
    { ...contact('h4', ''), properties: {} },
  ],
  associations: [
    pair('d1', 'h1'),
    pair('d2', 'h2'),
    pair('d2', 'h1'),
    pair('d2', 'h3'),
    pair('d5', 'h4'),
    pair('own', 'h1'),
    pair('d4', 'h1'),
  ],
};
const before: Before = {
  facts: [
    { kind: 'merged', object: 'contacts', sourceId: 'lost', into: 'won' },
    { kind: 'retyped', object: 'contacts', sourceId: 'retyped', typed: 'typed contact' },
    { kind: 'cleared', object: 'contacts', sourceId: 'cleared', id: 'h4' },
  ],
  pairs: [pair('d1', 'h1'), pair('d2', 'h2'), pair('d2', 'h1'), pair('own', 'h1'), pair('d4', 'h1')],
  deletedJobs: ['gone'],
};
const compared = (changed: Partial<typeof sides>) =>
  compareAssociations(sidesAfterPast({ ...sides, ...changed }, before));

describe('Associations after what users did', () => {
  test('When merged and retyped contacts are associated, and what was there stayed, then nothing is wrong', () => {
    expect(compared({})).toEqual({ present: 4, withoutContact: 0, missing: [], wrong: [] });
  });

  test('When the record that a contact became is not associated, then it is found', () => {
    const associations = sides.associations.filter(({ fromId }) => fromId !== 'd1');
    expect(compared({ associations }).missing).toEqual(['deal d1 lacks contact h1']);
  });

  test('When the run made an association that no job names, then it is found', () => {
    const associations = [...sides.associations, pair('d1', 'h3')];
    expect(compared({ associations }).wrong).toEqual(['deal d1 has contact h3, which its job does not name']);
  });
});
