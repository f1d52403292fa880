import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { urlOf } from '../schema/provision-service.ts';

const schema = 'tiling';
let database: TestDatabase;
let folder: string;
let addresses: Record<'ADMIN_URL' | 'OWNER_URL' | 'DATABASE_URL', string>;

beforeAll(async () => {
  database = await testDatabase('scratch');
  const roleUrl = (user: string): string => urlOf(database.adminUrl, { user, password: 'p%@:/?' });
  addresses = {
    ADMIN_URL: database.adminUrl,
    OWNER_URL: roleUrl(`${schema}_owner`),
    DATABASE_URL: roleUrl(`${schema}_app`),
  };
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgeline-schema-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function addMigration(name: string, statement: string): Promise<void> {
  const module = `export const up = (sql: (statement: string) => Promise<void>) => sql(${JSON.stringify(statement)});`;
  await writeFile(join(folder, `${name}.ts`), module);
}

/** A running command; `said` grows with its output. */
function start(command: 'prepare-schema' | 'await-schema', env: Readonly<Record<string, string>>) {
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [file, schema, folder], { env });
  const lines: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const ended = (async () => {
    const exit = once(child, 'exit') as Promise<[number]>;
    const errors = child.stderr ? await text(child.stderr) : '';
    const [code] = await exit;
    return { code, said: lines.join('') + errors };
  })();
  return { ended, said: () => lines.join('') };
}

const prepare = () => start('prepare-schema', addresses).ended;
const awaitSchema = () => start('await-schema', { DATABASE_URL: addresses.DATABASE_URL });

describe('Preparing a schema by command', () => {
  test('The first time it creates roles and tables, then only what is new, and two concurrent runs do no harm', async () => {
    await addMigration('001-tiles', 'create table tiles (id integer)');
    expect(await prepare()).toMatchObject({ code: 0, said: expect.stringContaining('"001-tiles"') });
    await addMigration('002-colours', 'create table colours (id integer)');
    const [one, other] = await Promise.all([prepare(), prepare()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect([one, other].filter(({ said }) => said.includes('"002-colours"'))).toHaveLength(1);
  });

  test('When an address is missing, then it says which and changes nothing', async () => {
    const { code, said } = await start('prepare-schema', { ADMIN_URL: addresses.ADMIN_URL }).ended;
    expect(code).toBe(1);
    expect(said).toContain('OWNER_URL');
  });
});

describe('Waiting for a schema or its server', () => {
  beforeEach(async () => {
    await addMigration('001-tiles', 'create table tiles (id integer)');
    await addMigration('002-colours', 'create table colours (id integer)');
  });

  test('When the server rejects the connection, then it says why, and continues once it accepts', async () => {
    await prepare();
    const other = urlOf(addresses.OWNER_URL, { password: 'another' });
    const waiting = start('prepare-schema', { OWNER_URL: other });
    await eventually(() => expect(waiting.said()).toContain('the name or the password is wrong'), {
      what: 'the rejection to be reported',
    });
    await start('prepare-schema', { ...addresses, OWNER_URL: other }).ended;
    expect(await waiting.ended).toMatchObject({ code: 0, said: expect.not.stringContaining('another') });
    await prepare();
  });

  test('When a migration is missing, then it waits, names it, and continues once it is applied', async () => {
    await prepare();
    await addMigration('003-sizes', 'create table sizes (id integer)');
    const waiting = awaitSchema();
    await eventually(() => expect(waiting.said()).toContain('These migrations are missing: 003-sizes'), {
      what: 'the missing migration to be named',
    });
    await prepare();
    expect(await waiting.ended).toMatchObject({ code: 0 });
  });

  test('When a later release took something away, then it ends and says that the schema is too new', async () => {
    await addMigration('003-sizes', 'create table sizes (id integer)');
    await addMigration('004-no-colours.contract', 'drop table colours');
    await prepare();
    await rm(join(folder, '004-no-colours.contract.ts'));
    const { code, said } = await awaitSchema().ended;
    expect(code).toBe(1);
    expect(said).toContain('too new for this release');
    expect(said).toContain('004-no-colours.contract');
  });
});
