import { describe, expect, test } from '@jest/globals';
import type { Migration, Tally } from '@ridgeline/contracts';
import type { SimulatorControl } from '../simulator-control.ts';
import { migrationDifferences } from './migrations.ts';
import { aJob, aRecord } from './made-up-records.ts';

const tally = (counts: Partial<Tally> = {}): Tally => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  skipped: 0,
  failed: 0,
  skippedByReason: {},
  failedByReason: {},
  warnedByReason: {},
  ...counts,
});

const jobs = [aJob('1', ['c1', 'gone']), aJob('2', [], { currentMilestone: 'Dead' })];
const deal = aRecord('91', {
  acculynx_job_id: '1',
  dealname: 'RDG-1: Ann Reyes',
  acculynx_job_number: 'RDG-1',
  acculynx_milestone: 'Prospect',
  acculynx_created_at: '2026-02-11T03:04:05.000Z',
  acculynx_created_date: '2026-02-10',
  acculynx_modified_at: '2026-02-19T21:40:10.000Z',
  acculynx_street: '8 Quarry Lane',
  acculynx_city: 'Waco',
  acculynx_zip: '76701',
  acculynx_state: 'Texas',
});
const person = (id: string) => ({
  id,
  firstName: 'Ann',
  lastName: 'Reyes',
  companyName: null,
  emailAddresses: [],
});

/** What both simulators hold: one job whose contact was copied with it, one dead job, and one contact that no job names. */
const control = {
  sourceJobs: () => Promise.resolve(jobs),
  sourceContacts: () => Promise.resolve([person('c1'), person('c2')]),
  targetDeals: () => Promise.resolve([deal]),
  targetContacts: () =>
    Promise.resolve([aRecord('81', { acculynx_contact_id: 'c1', firstname: 'Ann', lastname: 'Reyes' })]),
  targetAssociations: () => Promise.resolve([{ fromId: '91', toId: '81', labels: [] }]),
} as unknown as SimulatorControl;

const compare = (alongside: Record<string, Tally>, account: object = {}) =>
  migrationDifferences({
    control,
    companyId: 'ridge',
    portalId: 1,
    timeZone: 'US/Central',
    migration: {
      migrationType: 'jobs',
      skipCount: 0,
      errorCount: 0,
      reconciliation: { source: 1, difference: 0, alongside, ...account },
    } as unknown as Migration,
  });

const truth = { contact: tally({ created: 1 }), job_contact: tally({ created: 1, skipped: 1 }) };

describe('The comparison of a migration of jobs with both simulators', () => {
  test('When deals, contacts and associations are as the account says, then there is no difference', async () => {
    expect(await compare(truth)).toEqual([]);
  });

  test.each([
    ['another number of jobs', truth, { source: 2 }, /source records: the account says 2/],
    ['a difference', truth, { difference: 3 }, /difference of the account/],
    ['associations that are not there', { job_contact: tally({ created: 2, skipped: 1 }) }, {}, /says 2/],
    ['no contact that was left out', { job_contact: tally({ created: 1 }) }, {}, /outside HubSpot/],
    [
      'a contact that failed though it is there',
      { ...truth, contact: tally({ failed: 1 }) },
      {},
      /0 contacts are missing/,
    ],
  ])('When the account shows %s, then it is reported', async (_, alongside, account, text) => {
    expect((await compare(alongside, account)).join('\n')).toMatch(text);
  });
});
