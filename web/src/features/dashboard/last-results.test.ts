import { expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { lastResults } from './ResultsPanel.tsx';

test('Each connection has the last of its migrations that ended, else the one under way, in the order of their page', () => {
  const connections = [
    { id: 2, name: 'Waco' },
    { id: 1, name: 'austin' },
    { id: 3, name: 'Denver' },
    { id: 4, name: 'Boulder' },
  ];
  const migrations = [
    aMigration({ id: 4, connectionId: 1, status: 'completed' }),
    aMigration({ id: 6, connectionId: 1, status: 'running' }),
    aMigration({ id: 5, connectionId: 1, status: 'failed' }),
    aMigration({ id: 3, connectionId: 2, status: 'cancelled' }),
    aMigration({ id: 8, connectionId: 4, status: 'running' }),
    aMigration({ id: 9, connectionId: 7, status: 'completed' }),
  ];
  expect(
    lastResults(connections, migrations).map(({ connection, migration }) => [connection.name, migration?.id]),
  ).toEqual([
    ['austin', 5],
    ['Boulder', 8],
    ['Denver', undefined],
    ['Waco', 3],
  ]);
});

test('When the newest of a connection is a dry run, then its result is that of the last that wrote', () => {
  const migrations = [
    aMigration({ id: 4, connectionId: 1, status: 'completed' }),
    aMigration({ id: 5, connectionId: 1, status: 'completed', dryRun: true }),
  ];
  expect(lastResults([{ id: 1, name: 'Waco' }], migrations)[0]?.migration?.id).toBe(4);
  expect(lastResults([{ id: 1, name: 'Waco' }], migrations.slice(1))[0]?.migration).toBeNull();
});
