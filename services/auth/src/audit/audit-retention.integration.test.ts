import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { eventually, testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { startAuditRetention } from './audit-jobs.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('auth');
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(() => database.asAdmin('truncate audit'));

/** Inserts this many entries of each of these ages, in days. */
const linesOf = (days: readonly number[], each = 1) =>
  database.asAdmin(
    `insert into audit (at, action, result, detail)
     select now() - make_interval(days => age), 'sign-in', 'done', age::text
     from unnest(array[${days.join()}]) age, generate_series(1, ${each})`,
  );
const ages = async () =>
  (
    await database.db.forSystem((tx) => tx.query('select distinct detail::int as age from audit order by 1'))
  ).map(({ age }) => age);
const forgetting = (more: object = {}) =>
  startAuditRetention({ db: database.db, keepDays: 90, logger, ...more });

describe('How long the audit trail stays', () => {
  test('At the start lines beyond the retention go, in small batches, and the younger ones stay', async () => {
    await linesOf([0, 89, 91, 200], 25);
    await using retention = forgetting({ batch: 10 });
    await eventually(async () => expect(await ages()).toEqual([0, 89]), { what: 'old lines to go' });
    expect(retention).toBeDefined();
  });

  test('Those that grow too old while it runs go as well', async () => {
    await linesOf([0, 89]);
    let now = Date.now();
    await using retention = forgetting({ now: () => now, everyMs: 20 });
    now += 2 * 86_400_000;
    await eventually(async () => expect(await ages()).toEqual([0]), {
      what: 'the line that grew too old to go',
    });
    expect(retention).toBeDefined();
  });

  test('The service itself can remove no recent line, whatever it asks for', async () => {
    await linesOf([0, 6]);
    const { db } = database;
    await expect(db.forSystem((tx) => tx.query('delete from audit'))).rejects.toThrow();
    await expect(db.forSystem((tx) => tx.query('select forget_audit(now(), 100)'))).rejects.toThrow();
    expect(await ages()).toEqual([0, 6]);
  });
});
