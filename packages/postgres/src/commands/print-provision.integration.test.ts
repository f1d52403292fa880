import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { withAdmin } from '../schema/admin-connection.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../schema/migrate.ts';
import { urlOf } from '../schema/provision-service.ts';
import { requireSchema } from '../schema/require-schema.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('print-provision.ts', import.meta.url));
// A folder without migrations: the schema has none and needs none.
const migrations = fileURLToPath(new URL('.', import.meta.url));
const service = 'printed';
const setConfig = 'function pg_catalog.set_config(text, text, boolean)';
let database: TestDatabase;
let url: string;
let ownerUrl: string;

beforeAll(async () => {
  database = await testDatabase('scratch');
  url = urlOf(database.adminUrl, { user: `${service}_app`, password: 'of the app' });
  ownerUrl = urlOf(database.adminUrl, { user: `${service}_owner`, password: 'of the owner' });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** What an administrator does with the printed statements: the database is there already. */
beforeEach(async () => {
  const name = new URL(database.adminUrl).pathname.slice(1);
  const { stdout } = await run(process.execPath, [command, name, service]);
  const [, roles = '', rights = ''] =
    /^create database [^\n]+\n([^]*)\\connect [^\n]+\n([^]*)$/.exec(stdout) ?? [];
  // As in a database without any preparation.
  await database.asAdmin(`grant execute on ${setConfig} to public`);
  await withAdmin(database.adminUrl, async (statements) => {
    await statements(roles.replace(/<password of \w+_(\w+)>/g, 'of the $1'));
    await statements(rights);
  });
});

/** What a service logs while it checks its schema. */
async function saidAtStart(): Promise<string> {
  const lines: string[] = [];
  const logger = createLogger({ service, level: 'info' }, { write: (line) => void lines.push(line) });
  await requireSchema({ url, schema: service, migrations, logger });
  return lines.join('');
}

test('With the printed roles and rights a schema can be migrated and used, without a warning', async () => {
  await migrate({ ownerUrl, schema: service, directory: migrations });
  // By their defaults: where the owner's tables are, and who may read them.
  await withAdmin(ownerUrl, (statement) => statement('create table tiles (id integer)'));
  await using db = openDatabase({ url, applicationName: 'test' });
  expect(await db.forSystem((tx) => tx.query('select id from tiles'))).toEqual([]);
  const denied = { details: { sqlState: '42501' } };
  await expect(db.forSystem((tx) => tx.query('create table own (id integer)'))).rejects.toMatchObject(denied);
  expect(await saidAtStart()).toBe('');
});

test('When the run-time role may execute set_config, then the start warns, names what revokes it, and continues', async () => {
  await database.asAdmin(`grant execute on ${setConfig} to public`);
  const said = await saidAtStart();
  expect(said).toContain('"level":"warn"');
  expect(said).toContain('may execute set_config');
  expect(said).toContain(`revoke execute on ${setConfig} from public`);
});
