import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { allTables, connectionApi, type ConnectionApi } from './connection-api.ts';

/** The API over a database of the test file's own; both are empty before each test. */
export interface ApiUnderTest {
  readonly api: ConnectionApi;
  readonly database: TestDatabase;
}

export function apiUnderTest(): ApiUnderTest {
  const held: { api?: ConnectionApi; database?: TestDatabase } = {};
  beforeAll(async () => {
    held.database = await testDatabase('connection');
    held.api = await connectionApi({ people: held.database.db, vital: held.database.db });
  }, 60_000);
  afterAll(async () => {
    await held.api?.[Symbol.asyncDispose]();
    await held.database?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    held.api?.reset();
    await held.database?.asAdmin(allTables);
  });
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The API has not started');
    return value;
  };
  return {
    get api() {
      return started(held.api);
    },
    get database() {
      return started(held.database);
    },
  };
}

/** A connection's id where a path has it. */
export const byId = (id: number) => ({ params: { id: String(id) } });
