import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import type { SeenRequest, TargetRecord } from '@ridgeline/testkit';
import { writeProblems } from './last-runs.ts';
import { violations, type Evidence } from './violations.ts';

const record = (id: string, sourceId: string): TargetRecord => ({
  id,
  created: 1,
  updated: 0,
  properties: { acculynx_contact_id: sourceId },
});
const migrationOf = (successCount: number, status = 'completed') =>
  ({
    migrationType: 'contacts',
    status,
    attempt: 1,
    processedCount: successCount,
    successCount,
    errorCount: 0,
    skipCount: 0,
    reconciliation: { difference: 0, source: successCount, countedBySource: successCount },
  }) as unknown as Migration;

/** Two contacts that were in HubSpot before, a new one, and a fourth that is in HubSpot only, under an id that users typed. */
const truth: Evidence = {
  migration: migrationOf(3),
  sourceIdProperty: 'acculynx_contact_id',
  before: ['c1', 'c2', 'c3'],
  after: ['c1', 'c2', 'c3'],
  inHubspotBefore: ['c1', 'c2', 'typed over c3'],
  inserted: [],
  deleted: [],
  target: [record('h1', 'c1'), record('h2', 'c2'), record('h3', 'c3'), record('h4', 'typed over c3')],
  heldStillAtEnd: true,
  oneAttemptOnly: true,
};

describe('A run into a portal that holds records of an earlier one', () => {
  test('When all records of AccuLynx are counted, and no others, then nothing is wrong', () => {
    expect(violations(truth)).toEqual([]);
  });

  test('When a record that was there before is not counted, then it is found', () => {
    const found = violations({ ...truth, migration: migrationOf(2), heldStillAtEnd: false });
    expect(found).toEqual(['2 are counted as successful, 3 are in HubSpot']);
  });

  test('When the run of a plan leaves one that was there before, because it differs by now, then nothing is wrong', () => {
    const ran = (over: Partial<Migration>): Migration => ({
      ...migrationOf(2),
      processedCount: 3,
      skipCount: 1,
      reconciliation: { difference: 0, source: 3, countedBySource: 3 } as Migration['reconciliation'],
      ...over,
    });
    const follows = { migrationId: 7, as: 'plan' } as Migration['follows'];
    expect(violations({ ...truth, migration: ran({ follows }) })).toEqual([]);
    expect(violations({ ...truth, migration: ran({}) })).toEqual([
      '2 are counted as successful, 3 are in HubSpot',
    ]);
  });

  test('When a cancelled run counts less than it made, then it is found', () => {
    expect(violations({ ...truth, migration: migrationOf(1, 'cancelled') })).toEqual([]);
    expect(violations({ ...truth, migration: migrationOf(0, 'cancelled') })).toEqual([
      '0 are counted as successful, 3 are in HubSpot',
    ]);
  });

  test('When an id is there that neither AccuLynx had nor HubSpot before, then it is found', () => {
    expect(violations({ ...truth, target: [...truth.target, record('h5', 'odd')] })).toEqual([
      'odd was never in AccuLynx',
    ]);
  });
});

describe('The last run', () => {
  const request = (method: string, path: string, status: number): SeenRequest => ({
    number: 1,
    vendor: 'hubspot',
    method,
    path,
    query: '',
    inputs: 1,
    status,
    companyId: 'ridge',
  });

  test('When it wrote, then it is found; reads and refused writes are none', () => {
    const path = '/crm/objects/2026-03/contacts/batch/upsert';
    const read = request('POST', '/crm/objects/2026-03/contacts/batch/read', 200);
    expect(writeProblems([read, request('POST', path, 400)])).toEqual([]);
    expect(writeProblems([read, request('POST', path, 200)])).toEqual([
      `it wrote 1 times, first POST ${path}`,
    ]);
  });
});
