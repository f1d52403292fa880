import { describe, expect, test } from '@jest/globals';
import type { SourceContact, SourceJob, TargetRecord } from '@ridgeline/testkit';
import { noFacts } from './sync-facts.ts';
import { syncProblems, type SyncEvidence } from './sync-model.ts';

const contact = (id: string, email = `${id}@example.com`): SourceContact => ({
  id,
  firstName: 'Ann',
  lastName: 'Reyes',
  companyName: null,
  crossReference: `${id}~1`,
  emailAddresses: [{ address: email, primary: true }],
  phoneNumbers: [],
  mailingAddress: null,
});

const job = (id: string, contactIds: readonly string[]): SourceJob => ({
  id,
  assigned: true,
  jobName: `${id} ~1`,
  jobNumber: id,
  currentMilestone: 'Lead',
  createdDate: '2026-02-11T03:04:05Z',
  modifiedDate: null,
  milestoneDate: null,
  priority: 'Normal',
  leadDeadReason: '',
  contacts: contactIds.map((contactId) => ({
    id: contactId,
    contactId,
    isPrimary: true,
    relationToPrimary: '',
  })),
  locationAddress: null,
  tradeTypes: [],
  jobCategory: null,
  workType: null,
  leadSource: null,
});

const record = (id: string, properties: TargetRecord['properties']): TargetRecord => ({
  id,
  created: 1,
  updated: 0,
  properties,
});
const person = (id: string, sourceId: string, changes: TargetRecord['properties'] = {}) =>
  record(id, {
    acculynx_contact_id: sourceId,
    firstname: 'Ann',
    lastname: 'Reyes',
    acculynx_cross_reference: `${sourceId}~1`,
    email: `${sourceId}@example.com`,
    ...changes,
  });
const deal = (id: string, sourceId: string, changes: TargetRecord['properties'] = {}) =>
  record(id, {
    acculynx_job_id: sourceId,
    acculynx_job_number: sourceId,
    acculynx_milestone: 'Lead',
    acculynx_created_at: '2026-02-11T03:04:05.000Z',
    acculynx_created_date: '2026-02-11',
    dealname: `${sourceId} ~1`,
    dealstage: 'appointmentscheduled',
    ...changes,
  });

const reached = (id: string, by: string, ...numbers: number[]) => ({
  id,
  by,
  archived: false,
  arrivals: numbers.map((number, second) => ({ number, at: `2026-11-25T12:00:0${String(second)}.000Z` })),
});

/** A linked contact, a new one, an old one that was not migrated, and a new job of the new contact. */
const truth: SyncEvidence = {
  contacts: [contact('linked'), contact('new'), contact('old')],
  jobs: [job('job', ['new'])],
  target: { contacts: [person('h1', 'linked'), person('h2', 'new')], deals: [deal('h3', 'job')] },
  associations: [{ fromId: 'h3', toId: 'h2', labels: [] }],
  arrivals: { contacts: [reached('h1', 'linked', 1, 2)], deals: [] },
  pairsBefore: [],
  linked: { contacts: new Set(['linked']), jobs: new Set() },
  added: { contacts: new Set(['new']), jobs: new Set(['job']) },
  mayBringOld: false,
  facts: noFacts(),
  timeZone: 'UTC',
};

const withContacts = (...contacts: TargetRecord[]): SyncEvidence => ({
  ...truth,
  target: { ...truth.target, contacts },
});
const withDeal = (changes: TargetRecord['properties']): SyncEvidence => ({
  ...truth,
  target: { ...truth.target, deals: [deal('h3', 'job', changes)] },
});
const [linked, added] = [person('h1', 'linked'), person('h2', 'new')];

describe('What auto-sync comes to', () => {
  test('When HubSpot holds the linked and the new records as they are, then nothing is wrong', () => {
    expect(syncProblems(truth)).toEqual([]);
  });

  test.each<[string, SyncEvidence, string]>([
    ['a new contact is not there', withContacts(linked), 'new is not in HubSpot'],
    [
      'a contact is there twice',
      withContacts(linked, person('h9', 'linked'), added),
      'linked is 2 times in HubSpot',
    ],
    [
      'an old contact came over',
      withContacts(linked, added, person('h9', 'old')),
      'old came over, though it is neither linked nor new',
    ],
    [
      'a contact has an earlier number',
      withContacts(person('h1', 'linked', { acculynx_cross_reference: 'linked~0' }), added),
      'linked has the reference linked~0, not linked~1',
    ],
    [
      'a contact lacks its own email',
      withContacts(person('h1', 'linked', { email: null }), added),
      'linked has the email none, not linked@example.com',
    ],
    [
      'a number fell',
      { ...truth, arrivals: { contacts: [reached('h1', 'linked', 2, 1)], deals: [] } },
      'the number of linked fell to 1 at 2026-11-25T12:00:01.000Z',
    ],
    [
      'it fell in the record that took the place of another',
      {
        ...truth,
        arrivals: { contacts: [reached('h1', 'linked', 1, 2), reached('h9', 'linked', 0)], deals: [] },
      },
      'the number of linked fell to 0 at 2026-11-25T12:00:00.000Z',
    ],
    ['a deal has another name', withDeal({ dealname: 'job' }), 'job has dealname "job", not "job ~1"'],
    [
      'a deal does not follow its milestone',
      withDeal({ dealstage: 'closedwon' }),
      'job has the stage closedwon, not appointmentscheduled',
    ],
    [
      'a deal that people moved was moved back',
      { ...truth, facts: { ...noFacts(), moved: new Map([['job', 'closedwon']]) } },
      'job has the stage appointmentscheduled, not closedwon',
    ],
    ['a new deal is not associated', { ...truth, associations: [] }, 'deal h3 lacks contact h2'],
    [
      'a contact that people merged was made again',
      {
        ...truth,
        facts: {
          ...noFacts(),
          merged: [{ kind: 'merged', object: 'contacts', sourceId: 'new', into: 'linked' }],
        },
      },
      'new was made again though people merged it',
    ],
  ])('When %s, then it is found', (_, evidence, problem) => {
    expect(syncProblems(evidence)).toContain(problem);
  });

  test('When people merged a contact into one without a last name, then it may have the name that the merge gave it, and no other', () => {
    const nameless = { ...contact('linked'), lastName: null };
    const merged = { kind: 'merged', object: 'contacts', sourceId: 'new', into: 'linked' } as const;
    const after = (lastname: string): SyncEvidence => ({
      ...truth,
      contacts: [nameless, { ...contact('new'), lastName: 'Cole' }],
      jobs: [],
      target: { contacts: [person('h1', 'linked', { lastname })], deals: [] },
      associations: [],
      facts: { ...noFacts(), merged: [merged], heldAside: new Set(['new@example.com']) },
    });
    expect(syncProblems(after('Cole'))).toEqual([]);
    expect(syncProblems(after('Reyes'))).toEqual(['linked has another last name']);
  });

  test('When people merged the primary contact of a new deal, then it need not be the first one any more', () => {
    const both: SyncEvidence = {
      ...truth,
      jobs: [job('job', ['new', 'linked'])],
      associations: ['h1', 'h2'].map((toId) => ({ fromId: 'h3', toId, labels: [] })),
    };
    expect(syncProblems(both)).toEqual(['deal h3 does not have its primary contact h2 first']);
    const merged = { kind: 'merged', object: 'contacts', sourceId: 'gone', into: 'new' } as const;
    expect(syncProblems({ ...both, facts: { ...noFacts(), merged: [merged] } })).toEqual([]);
  });

  test('When the company migrates at the same time, then old records may come, and must be right', () => {
    const came = {
      ...withContacts(linked, added, person('h9', 'old', { firstname: 'Bo' })),
      mayBringOld: true,
    };
    expect(syncProblems(came)).toEqual(['old has another first name']);
  });
});
