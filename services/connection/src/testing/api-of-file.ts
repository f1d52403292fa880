import { afterAll, beforeEach } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { allTables, connectionApi, type ConnectionApi } from './connection-api.ts';

/** The API over a database of its own. */
export interface ApiUnderTest {
  readonly api: ConnectionApi;
  readonly database: TestDatabase;
}

/** Both serve all tests of a file, are empty before each of them, and end with the last. */
export async function apiOfFile(): Promise<ApiUnderTest> {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  const database = resources.use(await testDatabase('connection'));
  const api = resources.use(await connectionApi({ people: database.db, vital: database.db }));
  beforeEach(async () => {
    api.reset();
    await database.asAdmin(allTables);
  });
  return { api, database };
}

/** A connection's id where a path has it. */
export const byId = (id: number) => ({ params: { id: String(id) } });
