import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scratchDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { companyScoped } from './company-scope.ts';
import { openDatabase } from '../database.ts';

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await scratchDatabase(
    'create table notes (id integer generated always as identity primary key, company_id text not null, text text)',
    companyScoped('notes'),
  );
  await scratch.db.forCompany('acme', (tx) =>
    tx.query('insert into notes (company_id, text) values ($1, $2), ($1, $3)', ['acme', 'one', 'two']),
  );
  await scratch.db.forCompany('other', (tx) =>
    tx.query('insert into notes (company_id, text) values ($1, $2)', ['other', 'three']),
  );
});

afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});

const texts = `select array_agg(text order by id) as texts from notes`;

describe('Row-level security of a company scoped table', () => {
  test('When a query has no WHERE at all, then it still sees only the rows of its company', async () => {
    await expect(scratch.db.forCompany('acme', (tx) => tx.one(texts))).resolves.toEqual({
      texts: ['one', 'two'],
    });
  });

  test('When a query runs for the system, then it sees the rows of all companies', async () => {
    await expect(scratch.db.forSystem((tx) => tx.one(texts))).resolves.toEqual({
      texts: ['one', 'two', 'three'],
    });
  });

  test('When the scope of an earlier transaction was set on the same connection, then it is gone', async () => {
    const seen = await Promise.all(
      ['acme', 'unknown', 'acme', 'unknown', 'acme', 'unknown'].map((company) =>
        scratch.db.forCompany(company, (tx) => tx.one<{ texts: string[] | null }>(texts)),
      ),
    );
    expect(seen.map((row) => row.texts?.length ?? 0)).toEqual([2, 0, 2, 0, 2, 0]);
  });

  test("When a row is inserted or moved under another company's id, then it is refused", async () => {
    const insert = scratch.db.forCompany('acme', (tx) =>
      tx.query(`insert into notes (company_id, text) values ('other', 'forged')`),
    );
    await expect(insert).rejects.toMatchObject({ details: { sqlState: '42501' } });
    const move = scratch.db.forCompany('acme', (tx) => tx.query(`update notes set company_id = 'other'`));
    await expect(move).rejects.toMatchObject({ details: { sqlState: '42501' } });
  });

  test("When all rows are deleted or changed without a WHERE, then another company's rows stay", async () => {
    await scratch.db.forCompany('third', async (tx) => {
      await tx.query(`update notes set text = 'overwritten'`);
      await tx.query('delete from notes');
    });
    await expect(scratch.db.forSystem((tx) => tx.one(texts))).resolves.toEqual({
      texts: ['one', 'two', 'three'],
    });
  });

  test('When even the owner of the table asks without a scope, then it sees nothing', async () => {
    await using owner = openDatabase({ url: scratch.ownerUrl, applicationName: 'owner' });
    await expect(owner.forCompany('unknown', (tx) => tx.one(texts))).resolves.toEqual({ texts: null });
  });

  test('When a company id holds quotes, then it is a value and not SQL', async () => {
    const trick = `x' or '1'='1'; set local ridgeline.scope = 'system`;
    await expect(scratch.db.forCompany(trick, (tx) => tx.one(texts))).resolves.toEqual({ texts: null });
  });

  const expressions = [
    `set_config('ridgeline.scope', 'system', true)`,
    `set_config('ridgeline.company_id', 'other', true)`,
    `query_to_xml('select set_config(''ridgeline.scope'', ''system'', true)', true, true, '')::text`,
    `query_to_xml('set local ridgeline.scope = system', true, true, '')::text`,
  ];
  test.each([
    ...expressions.map((expression) => `select ${expression}`),
    `update pg_settings set setting = 'system' where name = 'ridgeline.scope'`,
    `select 1; set local ridgeline.scope = 'system'`,
    `rollback; begin; set local ridgeline.scope = 'system'`,
  ])('When SQL that was smuggled in tries to change the scope, then it cannot: %s', async (sql) => {
    const seen: unknown[] = [];
    const smuggled = scratch.db.forCompany('acme', async (tx) => {
      // As Postgres knows the setting of an open transaction only: an earlier one may have left it defined.
      await tx.query('savepoint before');
      const failure = await tx.query(sql).catch((error: unknown) => error);
      if (failure instanceof Error) await tx.query('rollback to before');
      seen.push((await tx.one<{ texts: string[] }>(texts)).texts);
    });
    await smuggled.catch(() => undefined);
    expect(seen).toEqual([['one', 'two']]);
  });

  test('When a company id is empty, then the transaction is refused', async () => {
    await expect(scratch.db.forCompany('', (tx) => tx.query(texts))).rejects.toThrow('must not be empty');
  });
});
