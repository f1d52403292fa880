import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnection, listConnections } from '@ridgeline/contracts';
import { getConnectionSecrets } from '@ridgeline/contracts/internal';
import { openDatabase } from '@ridgeline/postgres';
import { eventually, testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { canaries, connectionApi, newConnection, refusalOf } from '../testing/connection-api.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('connection');
}, 60_000);

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

test('When all connections of what people read are taken, then workers still get their secrets', async () => {
  const open = (applicationName: string) =>
    openDatabase({ url: database.url, applicationName, max: 1, acquireTimeoutMs: 200 });
  await using people = open('people');
  await using vital = open('vital');
  // Opens their connections before they are needed: connecting may take longer than a call waits.
  for (const pool of [people, vital]) await eventually(() => pool.ping(), { what: 'a connection' });
  await using api = await connectionApi({ people, vital });
  const { id } = await api.as('acme')(createConnection, { body: newConnection });

  const taken = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const reader = people.forCompany('acme', () => {
    taken.resolve(undefined);
    return end.promise;
  });
  await taken.promise;
  expect((await refusalOf(api.as('acme')(listConnections))).code).toBe('server.unavailable');
  const secrets = await api.asService('migration-worker')(getConnectionSecrets, {
    params: { id: String(id) },
    query: { companyId: 'acme' },
  });
  expect(secrets).toMatchObject(canaries);
  end.resolve(undefined);
  await reader;
});
