import { describe, expect, test } from '@jest/globals';
import type { SeenRequest } from '@ridgeline/testkit';
import { countCalls, leastCalls, totalOf } from './engine-calls.ts';

const calls = (...paths: readonly string[]): SeenRequest[] =>
  paths.map((path, index) => ({
    number: index + 1,
    vendor: path.startsWith('/api/') ? 'acculynx' : 'hubspot',
    method: 'POST',
    path,
    query: '',
    inputs: null,
    status: 200,
    companyId: 'ridge',
  }));

const run = calls(
  '/api/v2/jobs',
  '/api/v2/jobs',
  '/api/v2/company-settings/leads/lead-sources',
  '/api/v2/contacts/0b54c0aa',
  '/crm/objects/2026-03/contacts/batch/read',
  '/crm/objects/2026-03/contacts/batch/upsert',
  '/crm/objects/2026-03/deals/batch/read',
  '/crm/objects/2026-03/deals/batch/upsert',
  '/crm/objects/2026-03/deals/batch/update',
  '/crm/objects/2026-03/deals/search',
  '/crm/associations/2026-03/deals/contacts/batch/associate/default',
  '/crm/associations/2026-03/deals/contacts/batch/read',
  '/crm/pipelines/2026-03/deals',
  '/crm/properties/2026-03/deals',
);

describe('The calls of a run', () => {
  test('Calls of jobs are separated from those of their contacts', () => {
    const { own, alongside } = countCalls(run, 'jobs');
    expect(own).toEqual({
      pages: 2,
      'other AccuLynx calls': 1,
      reads: 1,
      upserts: 1,
      'other writes': 1,
      associations: 2,
      'other HubSpot calls': 3,
    });
    expect(alongside).toEqual({ 'single contacts': 1, reads: 1, upserts: 1 });
    expect(totalOf(own) + totalOf(alongside)).toBe(run.length);
  });

  test('In a run of contacts nothing comes along, not even a contact that was read alone', () => {
    const { own, alongside } = countCalls(calls('/api/v2/contacts', '/api/v2/contacts/0b54'), 'contacts');
    expect([own, alongside]).toEqual([{ pages: 1, 'single contacts': 1 }, {}]);
  });

  test('The least calls for 1,000 records are pages, reads, upserts and one pack', () => {
    expect(leastCalls('jobs', [1_000], 1_200)).toBe(40 + 10 + 10 + 1);
    expect(leastCalls('contacts', [1_000], 0)).toBe(20 + 10 + 10);
    expect(leastCalls('jobs', [901, 100], 2_001)).toBe(37 + 4 + 11 + 11 + 2);
  });
});
