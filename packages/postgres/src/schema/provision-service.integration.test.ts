import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { openDatabase, type Database } from '../database.ts';
import { migrate } from './migrate.ts';
import { provisionService, urlOf } from './provision-service.ts';

const DENIED = { details: { sqlState: '42501' } };

let home: TestDatabase;
let folder: string;
let roofing: Database;
let siding: Database;

function urlAs(user: string): string {
  return urlOf(home.adminUrl, { user, password: 'secret' });
}

beforeAll(async () => {
  home = await testDatabase('scratch');
  folder = await mkdtemp(join(tmpdir(), 'ridgeline-migrations-'));
  await writeFile(
    join(folder, '001-first.ts'),
    `export const up = async (sql: (statement: string) => Promise<void>): Promise<void> => {
       await sql('create table jobs (id integer generated always as identity primary key, data jsonb)');
       await sql(\`insert into jobs (data) select '{"key?": 1}' where '{"a": 1}'::jsonb ? 'a'\`);
     };`,
  );
  const database = new URL(home.adminUrl).pathname.slice(1);
  for (const service of ['roofing', 'siding']) {
    await provisionService(home.adminUrl, { database, service, password: 'secret', ownerPassword: 'secret' });
    await migrate({ ownerUrl: urlAs(`${service}_owner`), schema: service, directory: folder });
  }
  roofing = openDatabase({ url: urlAs('roofing_app'), applicationName: 'roofing' });
  siding = openDatabase({ url: urlAs('siding_app'), applicationName: 'siding' });
});

afterAll(async () => {
  await Promise.all([roofing.close(), siding.close()]);
  await home[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe("A service's run-time role", () => {
  test('When it works in its own schema, then it reads and writes without naming the schema', async () => {
    await roofing.forSystem((tx) => tx.query(`insert into jobs (data) values ('{"roof": true}')`));
    const rows = await roofing.forSystem((tx) => tx.query('select data from jobs order by id'));
    expect(rows).toEqual([{ data: { 'key?': 1 } }, { data: { roof: true } }]);
  });

  test("When it reaches for another service's tables, then Postgres denies reading and writing", async () => {
    await expect(siding.forSystem((tx) => tx.query('select * from roofing.jobs'))).rejects.toMatchObject(
      DENIED,
    );
    await expect(siding.forSystem((tx) => tx.query('delete from roofing.jobs'))).rejects.toMatchObject(
      DENIED,
    );
  });

  test('When it tries to change or make tables, or to become the owner, then Postgres denies it', async () => {
    const attempts = [
      'drop table jobs',
      'alter table jobs disable row level security',
      'create table own (id integer)',
      'create table public.own (id integer)',
      'create temporary table own (id integer)',
      'set role roofing_owner',
    ];
    for (const attempt of attempts) {
      await expect(roofing.forSystem((tx) => tx.query(attempt))).rejects.toMatchObject(DENIED);
    }
  });
});

describe('Provisioning and migrating', () => {
  test('When they run again, then nothing changes and no migration runs twice', async () => {
    const database = new URL(home.adminUrl).pathname.slice(1);
    const again = { database, service: 'siding', password: 'secret', ownerPassword: 'secret' };
    await Promise.all([provisionService(home.adminUrl, again), provisionService(home.adminUrl, again)]);
    await expect(
      migrate({ ownerUrl: urlAs('siding_owner'), schema: 'siding', directory: folder }),
    ).resolves.toEqual([]);
    await expect(siding.forSystem((tx) => tx.one('select count(*) from jobs'))).resolves.toEqual({
      count: 1,
    });
  });

  test('When the folder lacks a migration that was applied, then it is not taken as up to date', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'ridgeline-migrations-'));
    try {
      await expect(
        migrate({ ownerUrl: urlAs('siding_owner'), schema: 'siding', directory: empty }),
      ).rejects.toThrow('001-first');
    } finally {
      await rm(empty, { recursive: true });
    }
  });

  test('When several replicas migrate concurrently, then each migration runs once', async () => {
    await writeFile(
      join(folder, '002-second.ts'),
      `export const up = async (sql: (statement: string) => Promise<void>): Promise<void> => {
         await sql('insert into jobs (data) select null from pg_sleep(0.05)');
       };`,
    );
    const siblings = Array.from({ length: 3 }, () =>
      migrate({ ownerUrl: urlAs('roofing_owner'), schema: 'roofing', directory: folder }),
    );
    const ran = await Promise.all(siblings);
    expect(ran.flat()).toEqual(['002-second']);
  });
});
