import { expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { lastResults } from './last-results.ts';

const idsOf = (...[connections, migrations]: Parameters<typeof lastResults>) =>
  lastResults(connections, migrations).map(({ connection, migrations: last }) => [
    connection.name,
    ...last.map(({ id }) => id),
  ]);

test('Each connection has the last that ended of contacts and of jobs, in the order of their page', () => {
  const connections = [
    { id: 2, name: 'Waco' },
    { id: 1, name: 'austin' },
    { id: 3, name: 'Denver' },
    { id: 4, name: 'Boulder' },
  ];
  const migrations = [
    aMigration({ id: 4, connectionId: 1, status: 'completed' }),
    aMigration({ id: 6, connectionId: 1, status: 'running' }),
    aMigration({ id: 5, connectionId: 1, status: 'failed', migrationType: 'jobs' }),
    aMigration({ id: 2, connectionId: 1, status: 'completed', migrationType: 'jobs' }),
    aMigration({ id: 3, connectionId: 2, status: 'cancelled' }),
    aMigration({ id: 8, connectionId: 4, status: 'queued' }),
    aMigration({ id: 9, connectionId: 7, status: 'completed' }),
  ];
  expect(idsOf(connections, migrations)).toEqual([['austin', 4, 5], ['Boulder'], ['Denver'], ['Waco', 3]]);
});

test('When the newest is a dry run, or was cancelled before it started, then the result is that of the last that wrote', () => {
  const migrations = [
    aMigration({ id: 4, connectionId: 1, status: 'completed' }),
    aMigration({ id: 5, connectionId: 1, status: 'completed', dryRun: true }),
    aMigration({ id: 6, connectionId: 1, status: 'cancelled', startedAt: null }),
  ];
  const waco = [{ id: 1, name: 'Waco' }];
  expect(idsOf(waco, migrations)).toEqual([['Waco', 4]]);
  expect(idsOf(waco, migrations.slice(1))).toEqual([['Waco']]);
});
