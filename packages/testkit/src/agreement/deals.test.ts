import { describe, expect, test } from '@jest/globals';
import type { TargetRecord } from '../simulated-records.ts';
import { dealDifferences, migratedJobs } from './deals.ts';
import { aJob, aRecord } from './made-up-records.ts';

const properties = {
  acculynx_job_id: '7',
  dealname: 'RDG-7: Ann Reyes',
  acculynx_job_number: 'RDG-7',
  acculynx_milestone: 'Prospect',
  acculynx_created_at: '2026-02-11T03:04:05.000Z',
  acculynx_created_date: '2026-02-10',
  acculynx_modified_at: '2026-02-19T21:40:10.000Z',
  acculynx_milestone_date: null,
  acculynx_street: '8 Quarry Lane',
  acculynx_city: 'Waco',
  acculynx_zip: '76701',
  acculynx_state: 'TX',
};
const deal = (change: object = {}, counts: Partial<TargetRecord> = {}) =>
  aRecord('97', { ...properties, ...change }, counts);
const compare = (deals: readonly TargetRecord[], change: object = {}) =>
  dealDifferences([aJob('7', [], change)], deals, { timeZone: 'US/Central', skipped: 0, failed: 0 });

describe('The comparison of jobs and deals', () => {
  test('When a job arrived once with all its values, then there is no difference', () => {
    expect(compare([deal()])).toEqual([]);
  });

  test('A number that AccuLynx tells in the name only may be there or not', () => {
    expect(compare([deal({ acculynx_job_number: null })], { jobNumber: '' })).toEqual([]);
    expect(compare([deal()], { jobNumber: '' })).toEqual([]);
    expect(compare([deal({ acculynx_job_number: 'X' })], { jobNumber: '' })).toHaveLength(1);
  });

  test.each([
    ['is lost', [], /missing/],
    ['is there twice', [deal(), deal()], /2 times/],
    ['was created twice', [deal({}, { created: 2 })], /created 2 times/],
    ['has another name', [deal({ dealname: 'Roof' })], /dealname "Roof"/],
    ['has another milestone', [deal({ acculynx_milestone: 'Lead' })], /acculynx_milestone "Lead"/],
    ['has lost its town', [deal({ acculynx_city: null })], /acculynx_city null, not "Waco"/],
    ['is in another state', [deal({ acculynx_state: 'OK' })], /acculynx_state "OK", not "TX"/],
    [
      'has another moment',
      [deal({ acculynx_modified_at: '2026-02-19T15:40:10.000Z' })],
      /acculynx_modified_at/,
    ],
    ['has the day of another zone', [deal({ acculynx_created_date: '2026-02-11' })], /not "2026-02-10"/],
    ['has a date from nowhere', [deal({ acculynx_milestone_date: '2026-02-10' })], /not ""/],
    ['is unknown', [deal(), deal({ acculynx_job_id: '8' })], /8 is in HubSpot but not in AccuLynx/],
  ])('When a deal %s, then it is reported', (_, deals, text) => {
    expect(compare(deals).join('\n')).toMatch(text);
  });

  test('A job that the migration left out may be missing', () => {
    const left = dealDifferences([aJob('7')], [], { timeZone: 'UTC', skipped: 1, failed: 0 });
    expect(left).toEqual([]);
  });

  test('Dead jobs must not be copied', () => {
    const jobs = [aJob('1'), aJob('2', [], { assigned: false, currentMilestone: 'Dead' })];
    expect(migratedJobs(jobs).map(({ id }) => id)).toEqual(['1']);
  });
});
