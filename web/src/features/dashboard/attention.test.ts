import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { brokenConnections, failedRuns, unfinished } from './attention.ts';

const now = Date.parse('2025-01-10T12:00:00.000Z');

const failed = (id: number, difference: Parameters<typeof aMigration>[0] = {}) =>
  aMigration({ id, status: 'failed', completedAt: '2025-01-09T12:00:00.000Z', ...difference });

const keys = (concerns: readonly { readonly key: string }[]) => concerns.map(({ key }) => key);

describe('What needs attention', () => {
  test('When a credential is refused, then the connection is named with the side that refuses', () => {
    const connection = {
      id: 3,
      name: 'Denver',
      acculynxStatus: 'valid',
      hubspotStatus: 'invalid',
    } as Connection;
    expect(brokenConnections([connection])).toMatchObject([
      {
        key: 'connection-3',
        title: 'Denver',
        text: 'HubSpot does not accept the stored credential. No migration can start with it.',
      },
    ]);
    expect(brokenConnections([{ ...connection, hubspotStatus: 'valid' }])).toEqual([]);
  });

  test('When runs failed within seven days, then they are named, newest first, with their reason', () => {
    const runs = [
      failed(4, { connectionId: 1 }),
      failed(9, { connectionId: 2, failureMessage: 'Key refused' }),
    ];
    expect(failedRuns(runs, now)).toMatchObject([
      { key: 'migration-9', text: 'Key refused', to: '/migrations/9' },
      { key: 'migration-4', text: 'What was written stays; you can start it again.' },
    ]);
  });

  test('When a run failed more than seven days ago, then it is history', () => {
    expect(failedRuns([failed(4, { completedAt: '2025-01-03T11:59:59.000Z' })], now)).toEqual([]);
  });

  test('When the same was started again since, then the failure needs nothing more', () => {
    expect(failedRuns([aMigration({ id: 5, status: 'running' }), failed(4)], now)).toEqual([]);
    expect(keys(failedRuns([aMigration({ id: 3, status: 'completed' }), failed(4)], now))).toEqual([
      'migration-4',
    ]);
    expect(
      keys(failedRuns([aMigration({ id: 5, status: 'completed', migrationType: 'jobs' }), failed(4)], now)),
    ).toEqual(['migration-4']);
  });
});

describe('What runs now', () => {
  test('When some run and some wait, then the running ones come first, and ended ones are left out', () => {
    const migrations = [
      aMigration({ id: 4, status: 'queued' }),
      aMigration({ id: 3, status: 'cancelled' }),
      aMigration({ id: 2, status: 'running' }),
      aMigration({ id: 1, status: 'queued' }),
    ];
    expect(unfinished(migrations).map(({ id }) => id)).toEqual([2, 1, 4]);
  });
});
