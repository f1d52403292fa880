import { randomUUID } from 'node:crypto';
import { openDatabase, urlOf, type Database } from '@ridgeline/postgres';
import { cloneDatabase, dropDatabase, runStatements } from '@ridgeline/postgres/testing';
import { SCRATCH_SCHEMA, TEMPLATE_DATABASE, TEST_PASSWORD, testServers } from './test-servers.ts';

/** A database of one test file, dropped when it is disposed. */
export interface TestDatabase extends AsyncDisposable {
  /** Opened as the service opens it, with its run-time role. */
  readonly db: Database;
  /** Address for the service's run-time role. */
  readonly url: string;
  /** Address for the role that owns the schema. */
  readonly ownerUrl: string;
  /** Address for the superuser. */
  readonly adminUrl: string;
  /** Runs statements as the superuser, past row-level security: to set up what no service would write. */
  readonly asAdmin: (...statements: readonly string[]) => Promise<void>;
}

/**
 * A new database with every service's migrated tables, seen as the service that owns `schema`:
 * `auth`, `connection`, `validation` or `migration`. Takes some 30 ms; make one per test file or per test.
 */
export async function testDatabase(schema: string): Promise<TestDatabase> {
  const server = testServers().postgresAdminUrl;
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await cloneDatabase(server, TEMPLATE_DATABASE, database);
  const as = (user: string) => urlOf(server, { database, user, password: TEST_PASSWORD });
  const url = as(`${schema}_app`);
  const adminUrl = urlOf(server, { database });
  const db = openDatabase({ url, max: 5, applicationName: `test of ${schema}` });
  return {
    db,
    url,
    ownerUrl: as(`${schema}_owner`),
    adminUrl,
    asAdmin: (...statements) => runStatements(adminUrl, [`set search_path = ${schema}`, ...statements]),
    async [Symbol.asyncDispose]() {
      await db.close();
      await dropDatabase(server, database);
    },
  };
}

/** A database with one schema of its own in which only `statements` have run: for tests of packages that bring SQL. */
export async function scratchDatabase(...statements: readonly string[]): Promise<TestDatabase> {
  const database = await testDatabase(SCRATCH_SCHEMA);
  await runStatements(database.ownerUrl, statements);
  return database;
}
