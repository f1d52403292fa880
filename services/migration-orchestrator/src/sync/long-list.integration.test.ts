import { afterAll, expect, test } from '@jest/globals';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const database = resources.use(await testDatabase('migration'));
const measure = measured(database.db);
const sync = new SyncUnderTest(resources.use(await startOrchestrator(measure.db)));

/** As the connection service sends them. */
const recordsPerPack = 500;
const [events, records] = [100_000, 30_000];

test('When 100,000 events of 30,000 records arrive after an outage, then there are never more rows than records, and each pack reads no more than the first, without statistics', async () => {
  const connection = await sync.switchedOn();
  const rows = async () => (await sync.list(connection)).length;
  const read: number[] = [];
  for (let at = 0; at < events; at += recordsPerPack) {
    const ids = Array.from({ length: recordsPerPack }, (_, index) => `c-${String((at + index) % records)}`);
    const before = await measure.rowsRead();
    await sync.events(connection, ids);
    read.push((await measure.rowsRead()) - before);
    if (at % (records / 2) === 0) expect(await rows()).toBe(Math.min(at + recordsPerPack, records));
  }
  expect(await rows()).toBe(records);
  expect(read).toHaveLength(events / recordsPerPack);
  // A record that is on the list already is found and written again.
  expect(Math.max(...read)).toBeLessThan(6 * recordsPerPack);

  const held = await sync.claim(await sync.syncIdOf(connection));
  const before = await measure.rowsRead();
  expect((await sync.take(held)).round?.records).toHaveLength(100);
  expect((await measure.rowsRead()) - before).toBeLessThan(2_000);
}, 120_000);
