import { expect, test } from '@jest/globals';
import { testDatabase } from '@ridgeline/testkit/integration';
import { AccuracyUnderTest, manyWritten } from '../testing/accuracy-under-test.ts';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

test('When a connection has 100,000 linked records, then each page of them reads some rows for each of its records, without statistics', async () => {
  await using database = await testDatabase('migration');
  const measure = measured(database.db);
  await using orchestrator = await startOrchestrator(measure.db);
  const [sync, sweeps] = [new SyncUnderTest(orchestrator), new SweepUnderTest(orchestrator)];
  const accuracy = new AccuracyUnderTest(orchestrator, sweeps);
  const connection = await sync.switchedOn();
  await database.asAdmin(
    ...['source_states', 'links', 'sync_records', 'accuracy_findings'].map(
      (table) => `alter table ${table} set (autovacuum_enabled = false)`,
    ),
  );
  await manyWritten(database, connection, 100_000);
  const held = await accuracy.begin(connection);
  const rowsOf = async (call: () => Promise<unknown>): Promise<number> => {
    const before = await measure.rowsRead();
    await call();
    return (await measure.rowsRead()) - before;
  };
  for (let pages = 0; pages < 3; pages += 1) {
    const page = await accuracy.page(held);
    expect(page.records).toHaveLength(100);
    expect(await rowsOf(() => accuracy.page(held))).toBeLessThan(1_000);
    const standing = Object.fromEntries(
      page.records.map(({ sourceId }) => [
        sourceId,
        { changedByPeople: [{ property: 'city', by: 'CRM_UI' }], differing: ['phone'] },
      ]),
    );
    expect(await rowsOf(() => accuracy.report(held, page, standing))).toBeLessThan(2_500);
  }
  expect(await sync.list(connection)).toHaveLength(300);
});
