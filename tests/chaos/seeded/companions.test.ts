import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import type { SourceJob, TargetRecord } from '@ridgeline/testkit';
import { companionProblems } from './companions.ts';

const job = (id: string, contactId: string) => ({ id, contacts: [{ contactId }] }) as unknown as SourceJob;
const record = (id: string, property: string, value: string, created = 1): TargetRecord => ({
  id,
  created,
  updated: 0,
  properties: { [property]: value },
});
const deal = (id: string, jobId: string) => record(id, 'acculynx_job_id', jobId);
const contact = (id: string, contactId: string, created = 1) =>
  record(id, 'acculynx_contact_id', contactId, created);
const pair = (fromId: string, toId: string) => ({ fromId, toId, labels: [] });

/** Two jobs, of which one names a contact that is not in HubSpot. */
const truth = {
  migration: {
    status: 'completed',
    reconciliation: {
      alongside: {
        contact: { created: 1 },
        job_contact: { created: 1, unchanged: 0, skipped: 1, failed: 0 },
      },
    },
  } as unknown as Migration,
  contactsBefore: 1,
  countsAll: true,
  jobs: [job('j1', 'c1'), job('j2', 'gone')],
  deals: [deal('d1', 'j1'), deal('d2', 'j2')],
  contacts: [contact('h0', 'c0'), contact('h1', 'c1')],
  associations: [pair('d1', 'h1')],
};

describe('What came along with jobs', () => {
  test('When it is as the account says, then nothing is wrong', () => {
    expect(companionProblems(truth)).toEqual([]);
  });

  test.each([
    ['a contact was created twice', { contacts: [contact('h0', 'c0', 2), contact('h1', 'c1')] }, /created 2/],
    ['a contact was not counted', { contactsBefore: 0 }, /2 contacts came along, the account says 1/],
    ['an association is lost', { associations: [] }, /1 associations are lost/],
    ['an association is too many', { associations: [pair('d1', 'h1'), pair('d2', 'h0')] }, /does not name/],
    [
      'a contact that is there was left out',
      { jobs: [job('j1', 'c1'), job('j2', 'c0')] },
      /d2 lacks contact h0/,
    ],
  ])('When %s, then it is reported', (_, change, text) => {
    expect(companionProblems({ ...truth, ...change }).join('\n')).toMatch(text);
  });

  test('A deal whose job came and went is not held against the account', () => {
    const deals = [...truth.deals, deal('d3', 'j3')];
    const associations = [...truth.associations, pair('d3', 'h0')];
    expect(companionProblems({ ...truth, deals, associations })).toEqual([]);
  });

  test('When a run was cancelled, then associations that it had not made yet are not lost', () => {
    const migration = {
      status: 'cancelled',
      reconciliation: { alongside: { contact: { created: 1 } } },
    } as unknown as Migration;
    expect(companionProblems({ ...truth, migration, associations: [] })).toEqual([]);
  });
});
