import { afterAll, describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const database = resources.use(await testDatabase('migration'));
const measure = measured(database.db);
const sync = new SyncUnderTest(resources.use(await startOrchestrator(measure.db)));

const pastRecords = 50_000;

/** Otherwise autovacuum would collect statistics of some tables in the middle of the test. */
const withoutStatistics = [
  'links',
  'sync_records',
  'sync_old_records',
  'sync_outcomes',
  'sync_planned_records',
  'sync_claims',
  'sync_waiting_values',
].map((table) => `alter table ${table} set (autovacuum_enabled = false)`);

/**
 * Fills each table with what a connection leaves after this many records, plus a list of the same length, unknown to the
 * statistics.
 */
const fill = (connectionId: number, syncId: number): string[] => {
  const records = `generate_series(1, ${pastRecords}) n`;
  return [
    `insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
     select ${connectionId}, 'job', 'j-' || n, 'roofers', now() + interval '1 day', 'event', now(), now() from ${records}`,
    `insert into sync_old_records (connection_id, kind, source_id, company_id, changed)
     select ${connectionId}, 'contact', 'old-' || n, 'roofers', false from ${records}`,
    `insert into sync_outcomes (round, batch, source_id, kind, company_id, connection_id, outcome, origin, known_at, listed)
     select -n / 100, 1, 'c-' || n, 'contact', 'roofers', ${connectionId}, 'created', 'event', now(), true from ${records}
     on conflict do nothing`,
    `insert into sync_planned_records (round, source_id, kind, company_id, batch)
     select -n / 100 - ${connectionId} * 1000, 'c-' || n, 'contact', 'roofers', 1 from ${records}`,
    `insert into sync_claims (sync_id, kind, claim, key, company_id, round, batch, open)
     select ${syncId}, 'contact', 'source', 'roofers/c-' || n, 'roofers', -n / 100, 1, false from ${records}
     on conflict do nothing`,
    `insert into sync_waiting_values (sync_id, kind, property, value, source_id, connection_id, company_id, name, properties)
     select ${syncId}, 'contact', 'email', n || '@example.com', 'c-' || n, ${connectionId}, 'roofers', 'C', '{}' from ${records}`,
  ];
};

describe('A round beside a long past', () => {
  test('When no statistics know of what is there, then each step of a round reads what it is about, and no more', async () => {
    const [own, other] = [await sync.switchedOn(), await sync.switchedOn()];
    await database.asAdmin(...withoutStatistics);
    for (const connection of [own, other])
      await database.asAdmin(...fill(connection.id, await sync.syncIdOf(connection)));
    const ids = Array.from({ length: 100 }, (_, index) => `new-${String(index)}`);
    const read: Record<string, number> = {};
    const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = await measure.rowsRead();
      const answer = await work();
      read[name] = (await measure.rowsRead()) - before;
      return answer;
    };
    await step('events', () => sync.events(own, [...ids, 'old-1', 'old-2']));
    await step('renewal', () => sync.renew([], 10));
    const held = await sync.claim(await sync.syncIdOf(own));
    const { round } = await step('take', () => sync.take(held));
    if (!round) throw new Error('A hundred records are a whole round');
    const taken = { ...held, round };
    expect(round.records).toHaveLength(100);
    await step('identities', () =>
      sync.identities(
        taken,
        ids.map((sourceId) => ({ sourceId, key: `${sourceId}@example.com` })),
      ),
    );
    await step('plan', () =>
      sync.plan(
        taken,
        1,
        ids.map((id) =>
          id === 'new-0' ? aCreateWithout(id, 'of-another@example.com') : aCreate(id, `${id}@example.com`),
        ),
      ),
    );
    await step('report', () =>
      sync.batchDone(taken, 1, Object.fromEntries(ids.map((id) => [id, OutcomeKind.CREATED]))),
    );
    const { values } = await step('open values', () => sync.openValues(taken));
    // The one of the round, and the newest waiting records.
    expect(values).toHaveLength(101);
    await step('end', () => sync.roundDone(taken));
    // Each report counts the list; the delay is computed from the last 2,000 feed entries.
    const counting = pastRecords * 2 + 5_000;
    const bounds: Readonly<Record<string, number>> = { report: 6_000 + counting, end: 6_000 + counting };
    for (const [name, rows] of Object.entries(read))
      expect({ name, rows, bound: rows <= (bounds[name] ?? 6_000) }).toEqual({
        name,
        rows,
        bound: true,
      });
  }, 120_000);
});

/** In the form that the connection service sends. */
const recordsPerPack = 500;
const [events, records] = [100_000, 30_000];

/** Runs some work while old row versions cannot be removed, as during a backup of any database on this server. */
const whileVersionsAreKept = (work: () => Promise<void>): Promise<void> =>
  database.db.forSystem(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await tx.query('select txid_current()');
    await work();
  });

/** The number of versions of a record after this many events. */
const versionsOf = (arrived: number) => Math.ceil(arrived / records);

test(
  'When 100,000 events of 30,000 records arrive after an outage, then there are never more rows than records, and each pack and the round after them read no more than the versions of their records, without statistics',
  () =>
    whileVersionsAreKept(async () => {
      const connection = await sync.switchedOn();
      const rows = async () => (await sync.list(connection)).length;
      const read: { readonly rows: number; readonly most: number }[] = [];
      for (let at = 0; at < events; at += recordsPerPack) {
        const ids = Array.from(
          { length: recordsPerPack },
          (_, index) => `c-${String((at + index) % records)}`,
        );
        const before = await measure.rowsRead();
        await sync.events(connection, ids);
        // A record that is already on the list is found and written again. Each time leaves a version in two indexes, which
        // Postgres can only remove once no transaction needs it.
        read.push({
          rows: (await measure.rowsRead()) - before,
          most: 2 * versionsOf(at + recordsPerPack) * recordsPerPack,
        });
        if (at % (records / 2) === 0) expect(await rows()).toBe(Math.min(at + recordsPerPack, records));
      }
      expect(await rows()).toBe(records);
      expect(read).toHaveLength(events / recordsPerPack);
      expect(read.filter(({ rows, most }) => rows > most)).toEqual([]);

      const held = await sync.claim(await sync.syncIdOf(connection));
      const readBy = async <T>(work: Promise<T>) => {
        const before = await measure.rowsRead();
        return { answer: await work, rows: (await measure.rowsRead()) - before };
      };
      const first = await readBy(sync.take(held));
      const { round } = first.answer;
      if (!round) throw new Error('A hundred records are a whole round');
      expect(round.records).toHaveLength(100);
      // It reads 100 due records, the hundredth one, and 150 waiting ones, and meets older versions of each.
      const olderVersions = (versionsOf(events) - 1) * (100 + 100 + 150);
      expect(first.rows).toBeLessThan(2_000 + olderVersions);

      // The next round consists of records that its worker has read ahead: they are at the end of the list.
      const inHand = new Set(round.records.map(({ sourceId }) => sourceId));
      const sourceIds = Array.from({ length: records }, (_, index) => `c-${String(index)}`)
        .filter((id) => !inHand.has(id))
        .slice(-100);
      const readAhead = [{ connectionId: connection.id, migrationType: 'contacts' as const, sourceIds }];
      const ahead = await readBy(sync.take(held, [{ ...held, round }], { readAhead }));
      expect(ahead.answer.round?.records.map(({ sourceId }) => sourceId).sort()).toEqual(sourceIds.sort());
      // It skips those of the first round when it looks for the first due record, for the hundredth one, and for the waiting
      // ones.
      const takenBefore = versionsOf(events) * 100 * 3;
      expect(ahead.rows).toBeLessThan(2_000 + olderVersions + takenBefore);
    }),
  120_000,
);
