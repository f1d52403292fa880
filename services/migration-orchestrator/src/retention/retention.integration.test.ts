import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createMigration, getMigrationLogs, type Migration } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { eventually, testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import {
  startOrchestrator,
  type OrchestratorUnderTest,
  type Run,
} from '../testing/orchestrator-under-test.ts';
import { aCreateWithout } from '../testing/worker-under-test.ts';
import { deleteSomeRecords } from './retention-store.postgres.ts';
import { forgetOldRecords, startRetention } from './retention.ts';

let database: TestDatabase;
let orchestrator: OrchestratorUnderTest;

// Blocks are counted: each test has a database of its own.
beforeEach(async () => {
  database = await testDatabase('migration');
  orchestrator = await startOrchestrator(database.db);
});

afterEach(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const recordTables = [
  'batches',
  'planned_records',
  'key_reservations',
  'deferred_values',
  'outcomes',
  'chosen_records',
  'possible_duplicates',
  'logs',
  'attempts',
  'added_options',
];

/** A run with a row in every table. */
async function aRun(): Promise<Run> {
  const run = await orchestrator.run();
  const records = [{ ...aCreateWithout('a', 'x@example.com'), key: 'y@example.com' }];
  await run.worker.plan(run, 1, records);
  await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
  await run.worker.reportAddedOptions(run, { property: 'source', label: 'Source', options: ['Fair'] });
  await database.asAdmin(
    `insert into chosen_records (migration_id, position, company_id, source_id) values (${run.migrationId}, 1, 'roofers', 'a')`,
    `insert into possible_duplicates (migration_id, source_id, kind, company_id, name, values, candidates, candidate_ids)
     values (${run.migrationId}, 'a', 'contact', 'roofers', 'A', '{}', '[]', '{}')`,
  );
  return run;
}

async function aCompletedMigration(daysAgo: number): Promise<Migration> {
  const run = await aRun();
  await run.worker.finish(run, 1);
  await database.asAdmin(
    `update migrations set completed_at = now() - interval '${daysAgo} days' where id = ${run.migrationId}`,
    `update attempts set ended_at = now() - interval '${daysAgo} days' where migration_id = ${run.migrationId}`,
  );
  return orchestrator.look(run.migration);
}

/** The number of tables that still contain rows of the migration. */
async function leftOf({ id }: Migration): Promise<string[]> {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ name: string }>(
      recordTables
        .map((table) => `select '${table}' as name from ${table} where migration_id = $1 group by 1`)
        .join(' union all '),
      [id],
    ),
  );
  return rows.map(({ name }) => name).sort();
}

async function blocks(): Promise<string[]> {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outcomes'::regclass order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** The next migration is in the next block. */
const skipToNextBlock = () =>
  database.asAdmin(
    `select setval('migrations_id_seq', (last_value / 100 + 1) * 100 - 1) from migrations_id_seq`,
  );

type Work = (tx: Tx) => Promise<unknown>;

const everything = [...recordTables].sort();

describe('retention', () => {
  test('When all migrations of a block are old, then it is dropped, and the migration and its account stay as they were', async () => {
    const old = await aCompletedMigration(91);
    await skipToNextBlock();
    const young = await aCompletedMigration(89);
    const before = await blocks();
    expect(await forgetOldRecords(database.db, 90)).toEqual({ blocksDropped: 1, migrationsCleared: 0 });

    expect(await blocks()).toEqual(before.slice(1));
    expect(await leftOf(old)).toEqual([]);
    expect(await leftOf(young)).toEqual(everything);
    expect(await orchestrator.look(old)).toEqual(old);
    expect(old.reconciliation).toMatchObject({ created: 1, difference: 0 });
    const params = { id: String(old.id) };
    expect(await orchestrator.person('roofers')(getMigrationLogs, { params })).toEqual([]);
  });

  test('When a block holds old, young and open migrations, then only what the old ones left is deleted', async () => {
    const old = await aCompletedMigration(91);
    const young = await aCompletedMigration(89);
    const running = await aRun();
    // It began long ago, and is not over.
    await database.asAdmin(
      `update migrations set created_at = now() - interval '200 days', started_at = created_at
       where id = ${running.migrationId}`,
    );
    expect(await forgetOldRecords(database.db, 90)).toEqual({ blocksDropped: 0, migrationsCleared: 1 });
    expect(await leftOf(old)).toEqual([]);
    expect(await leftOf(young)).toEqual(everything);
    expect(await leftOf(running.migration)).toEqual(everything);
    expect(await orchestrator.look(old)).toEqual(old);
    expect(await forgetOldRecords(database.db, 90)).toEqual({ blocksDropped: 0, migrationsCleared: 0 });
  });

  test('What an old migration left is deleted in bounded steps, its log last', async () => {
    const run = await orchestrator.run();
    const ids = Array.from({ length: 25 }, (_, index) => `c-${index}`);
    await run.worker.planCreates(run, 1, ids);
    const outcomes = Object.fromEntries(ids.map((id) => [id, OutcomeKind.CREATED]));
    await run.worker.batchDone(run, 1, outcomes);
    await run.worker.finish(run, 25);
    const rows = async () => {
      const counts = recordTables
        .filter((table) => table !== 'attempts')
        .map((table) => `(select count(*) from ${table} where migration_id = $1)`);
      const { left } = await database.db.forSystem((tx) =>
        tx.one<{ left: number }>(`select (${counts.join(' + ')})::integer as left`, [run.migrationId]),
      );
      return left;
    };
    let before = await rows();
    let steps = 0;
    while (await database.db.forSystem((tx) => deleteSomeRecords(tx, run.migrationId, 10))) {
      const left = await rows();
      expect(before - left).toBeGreaterThan(0);
      expect(before - left).toBeLessThanOrEqual(10);
      if (left > 0) expect(await leftOf(run.migration)).toContain('logs');
      before = left;
      steps += 1;
    }
    expect(before).toBe(0);
    expect(steps).toBeGreaterThan(5);
  });

  test('When the process ends while much has to be deleted, then the step that runs is the last one, and the next pass continues', async () => {
    const [first, second] = [await aCompletedMigration(91), await aCompletedMigration(91)];
    await aCompletedMigration(89);
    let asked = 0;
    let stopped: PromiseLike<void> | undefined;
    const forSystem: Database['forSystem'] = (work) => {
      asked += 1;
      // The first queries list the blocks, keep one, and find migrations; the deletion steps follow.
      if (asked === 4) stopped = retention[Symbol.asyncDispose]();
      return database.db.forSystem(work);
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const retention = startRetention({ db: { ...database.db, forSystem }, keepDays: 90, logger });
    await eventually(() => expect(stopped).toBeDefined(), { what: 'the first step' });
    await stopped;
    expect(asked).toBe(4);
    expect(await leftOf(first)).toEqual(everything.filter((table) => table !== 'batches'));
    expect(await leftOf(second)).toEqual(everything);
    expect(await forgetOldRecords(database.db, 90)).toEqual({ blocksDropped: 0, migrationsCleared: 2 });
  });

  test.each([
    ['within the scope of another company', 90, (work: Work) => database.db.forCompany('tilers', work)],
    ['with a number of days below one', -1, (work: Work) => database.db.forSystem(work)],
  ])('When a block of old migrations is dropped %s, then it is refused and stays', async (_, days, scope) => {
    const old = await aCompletedMigration(91);
    const first = Math.floor(old.id / 100) * 100;
    await expect(
      scope((tx) => tx.query(`select drop_record_block($1, $2)`, [first, days])),
    ).rejects.toMatchObject({ details: { sqlState: '42501' } });
    expect(await leftOf(old)).toEqual(everything);
  });

  test('When a migration is created while its block is being dropped, then it has its tables, whichever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      await skipToNextBlock();
      await aCompletedMigration(91);
      const [made] = await Promise.all([orchestrator.migration(), forgetOldRecords(database.db, 90)]);
      const worker = orchestrator.worker();
      const run = { migrationId: made.id, epoch: (await worker.claim(made.id)).epoch };
      await worker.planCreates(run, 1, ['a']);
      await worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
      expect(await orchestrator.look(made)).toMatchObject({ createdCount: 1 });
      await worker.finish(run, 1);
    }
  });

  test('While a creation in the block is not committed, then the block is not dropped', async () => {
    const old = await aCompletedMigration(91);
    const [isMade, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const creation = database.db.forSystem(async (tx) => {
      await tx.query(`select make_record_block($1)`, [old.id + 1]);
      isMade.resolve(undefined);
      await mayCommit.promise;
    });
    await isMade.promise;
    // It waits a second at most, and retries in the next pass.
    expect((await forgetOldRecords(database.db, 90)).blocksDropped).toBe(0);
    mayCommit.resolve(undefined);
    await creation;
    expect(await blocks()).toHaveLength(1);
  });

  test('When many concurrent migrations are the first of their block, then it is made once and all have it', async () => {
    await skipToNextBlock();
    // Several companies, because changes of one company take turns anyway.
    const companies = Array.from({ length: 8 }, (_, index) => `company-${index}`);
    const made = await Promise.all(companies.map((company) => orchestrator.migration(company)));
    expect(new Set(made.map(({ id }) => Math.floor(id / 100))).size).toBe(1);
    expect(await blocks()).toHaveLength(1);
  });

  test('Answers of creating calls are forgotten after two days', async () => {
    const body = { connectionId: orchestrator.connection('roofers').id, migrationType: 'contacts' } as const;
    const create = orchestrator.person('roofers');
    for (const idempotencyKey of [crypto.randomUUID(), crypto.randomUUID()])
      await create(createMigration, { body }, { idempotencyKey });
    await database.asAdmin(
      `update idempotency_keys set created_at = now() - interval '49 hours'
       where ctid = (select min(ctid) from idempotency_keys)`,
    );
    await forgetOldRecords(database.db, 90);
    const { count } = await database.db.forSystem((tx) =>
      tx.one<{ count: number }>(`select count(*)::integer from idempotency_keys`),
    );
    expect(count).toBe(1);
  });
});
