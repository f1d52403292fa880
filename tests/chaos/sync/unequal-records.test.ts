import { expect, test } from '@jest/globals';
import type { SourceContact, SourceJob, TargetRecord } from '@ridgeline/testkit';
import { noFacts } from './sync-facts.ts';
import { mayBeBrought, unequalRecords } from './unequal-records.ts';

const contact = (id: string, number: number): SourceContact => ({
  id,
  firstName: null,
  lastName: null,
  companyName: null,
  crossReference: `${id}~${String(number)}`,
  emailAddresses: [],
  phoneNumbers: [],
  mailingAddress: null,
});
const person = (sourceId: string, number: number): TargetRecord => ({
  id: `of-${sourceId}`,
  created: 1,
  updated: 0,
  properties: { acculynx_contact_id: sourceId, acculynx_cross_reference: `${sourceId}~${String(number)}` },
});

const modified = '2026-11-26T12:00:05Z';
const job = (id: string, contactId: string): SourceJob => ({
  id,
  assigned: true,
  jobName: `${id} ~1`,
  jobNumber: id,
  currentMilestone: 'Lead',
  createdDate: modified,
  modifiedDate: modified,
  milestoneDate: null,
  priority: 'Normal',
  leadDeadReason: '',
  contacts: [{ id: 'of-job', contactId, isPrimary: true, relationToPrimary: '' }],
  locationAddress: null,
  tradeTypes: [],
  jobCategory: null,
  workType: null,
  leadSource: null,
});
const deal = (sourceId: string, at: string): TargetRecord => ({
  id: `of-${sourceId}`,
  created: 1,
  updated: 0,
  properties: { acculynx_job_id: sourceId, dealname: `${sourceId} ~1`, acculynx_modified_at: at },
});

test('When records are behind, not there, merged or left to migrations, then only the first two are unequal', () => {
  const evidence = {
    contacts: [
      contact('same', 2),
      contact('behind', 2),
      contact('new', 1),
      contact('merged', 3),
      contact('old', 1),
    ],
    jobs: [job('equal', 'same'), job('moved', 'new'), { ...job('dead', 'same'), currentMilestone: 'Dead' }],
    target: {
      contacts: [person('same', 2), person('behind', 1), person('merged', 1)],
      deals: [deal('equal', '2026-11-26T12:00:05.000Z'), deal('moved', '2026-11-26T12:00:04.000Z')],
    },
    associations: [],
    arrivals: { contacts: [], deals: [] },
    pairsBefore: [],
    linked: { contacts: new Set(['same', 'behind', 'merged']), jobs: new Set(['dead']) },
    added: { contacts: new Set(['new']), jobs: new Set<string>() },
    mayBringOld: false,
    facts: {
      ...noFacts(),
      merged: [{ kind: 'merged', object: 'contacts', sourceId: 'merged', into: 'same' } as const],
    },
    timeZone: 'UTC',
  };
  const unequal = unequalRecords(evidence);
  expect([...unequal]).toEqual([
    ['contact behind', 'older'],
    ['contact new', 'absent'],
    ['job moved', 'older'],
  ]);
  expect([...mayBeBrought(evidence, unequal)]).toEqual(['contact new']);
});
