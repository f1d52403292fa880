import { expect, test } from '@jest/globals';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const states = 100_000;
const sourceId = (at: number) => `contact-${String(at).padStart(6, '0')}`;

test('When a connection has 100,000 states, then a page of 100 reads some rows for each of its records, without statistics, whatever of it differs', async () => {
  await using database = await testDatabase('migration');
  const measure = measured(database.db);
  await using orchestrator = await startOrchestrator(measure.db);
  const [sync, sweeps] = [new SyncUnderTest(orchestrator), new SweepUnderTest(orchestrator)];
  const connection = await sync.switchedOn();
  const id = String(connection.id);
  const all = `lpad(n::text, 6, '0') as number from generate_series(0, ${String(states - 1)}) n`;
  await database.asAdmin(
    ...['source_states', 'links', 'sync_old_records', 'sync_records', 'sync_new_records'].map(
      (table) => `alter table ${table} set (autovacuum_enabled = false)`,
    ),
    `insert into source_states (connection_id, company_id, kind, source_id, digest, stored_at)
     select ${id}, 'roofers', 'contact', 'contact-' || number, '1:one', now() from (select ${all}) s`,
    `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
     select 'roofers', portal_id, 'contact', 'contact-' || number, number from sync_connections, (select ${all}) s
     where connection_id = ${id}`,
    `insert into sync_old_records (connection_id, company_id, kind, source_id, changed)
     select ${id}, 'roofers', 'contact', 'old-' || number, false from (select ${all}) s`,
  );
  const held = await sweeps.of(connection);
  const readFor = async (digest: string, from: number): Promise<number> => {
    const records = Array.from({ length: 100 }, (_, at) => swept(sourceId(from + at), digest));
    const readAt = await sweeps.now();
    const before = await measure.rowsRead();
    await sweeps.page(held, records, { readAt });
    return (await measure.rowsRead()) - before;
  };
  expect(await readFor('one', 50_000)).toBeLessThan(1_000);
  expect(await readFor('two', 50_100)).toBeLessThan(3_000);
  expect(await sync.list(connection)).toHaveLength(100);
  expect(await readFor('two', 50_100)).toBeLessThan(2_000);
});
