import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnection } from '@ridgeline/contracts';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { publishedChanges, connectionApi, newConnection } from '../testing/connection-api.ts';
import { backfillConnectionEvents } from './connection-changes.postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('connection');
}, 60_000);

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

test('When 10,000 connections are older than the events, then each is published once, also with concurrent and repeated starts', async () => {
  await database.asAdmin(
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
     select 'company-' || n % 7, 1, 'Old', '', '' from generate_series(1, 10000) as n`,
  );
  {
    await using api = await connectionApi({ people: database.db, vital: database.db });
    await api.as('acme')(createConnection, { body: newConnection });
  }
  const { db } = database;
  const told = await Promise.all([backfillConnectionEvents(db), backfillConnectionEvents(db)]);
  expect(told[0] + told[1]).toBe(10_000);
  expect(await backfillConnectionEvents(db)).toBe(0);

  const changes = await publishedChanges(db);
  expect(new Set(changes.map(({ connectionId }) => connectionId)).size).toBe(10_001);
  expect(changes).toHaveLength(10_001);
  expect(changes.every(({ revision, deleted }) => revision === 2 && !deleted)).toBe(true);
  expect(changes.find(({ companyId }) => companyId === 'company-3')).toBeDefined();
}, 60_000);
