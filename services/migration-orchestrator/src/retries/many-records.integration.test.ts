import { expect, test } from '@jest/globals';
import { retryMigration, retrySchema, type Retry } from '@ridgeline/contracts';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

const failed = 100_000;

test('When 100,000 failed records are retried, unknown to the statistics, then one statement chooses them, and any page of them is read by its place', async () => {
  await using database = await testDatabase('migration');
  const measure = measured(database.db);
  await using orchestrator = await startOrchestrator(measure.db);
  const run = await orchestrator.run();
  await run.worker.finish(run, 0);
  await database.asAdmin(
    `alter table outcomes_from_0 set (autovacuum_enabled = false)`,
    `insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, reason, name)
     select ${String(run.migrationId)}, md5(n::text), 'contact', 'roofers', 1 + n / 100,
       case when n % 2 = 0 then 'failed' else 'created' end, case when n % 2 = 0 then 'invalid_value' end, 'Name ' || n
     from generate_series(1, ${String(2 * failed)}) n`,
  );
  const retry = (wanted: Partial<Retry>) =>
    orchestrator.person('roofers')(retryMigration, {
      params: { id: String(run.migrationId) },
      body: retrySchema.parse(wanted),
    });
  measure.longest();
  const before = await measure.rowsRead();
  const { id } = await retry({});
  // Each outcome is read once, plus the retry's own rows.
  expect((await measure.rowsRead()) - before).toBeLessThan(2 * failed + 1_000);
  expect(measure.longest().ms).toBeLessThan(10_000);

  const worker = orchestrator.worker();
  const held = { migrationId: id, epoch: (await worker.claim(id)).epoch };
  measure.longest();
  for (const after of [0, 50_000, 99_000]) {
    const read = await measure.rowsRead();
    const page = await worker.chosenRecords(held, after);
    expect(page.records.map(({ position }) => position)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => after + index + 1),
    );
    expect(page.records.every(({ name }) => name?.startsWith('Name '))).toBe(true);
    expect([page.total, page.next]).toEqual([failed, after + 1_000 < failed ? after + 1_000 : null]);
    expect((await measure.rowsRead()) - read).toBeLessThan(3_000);
  }
  expect(measure.longest().ms).toBeLessThan(1_000);
  await expect(retry({ reason: 'invalid_value' })).rejects.toMatchObject({
    code: 'migration.nothing_to_retry',
  });
}, 120_000);
