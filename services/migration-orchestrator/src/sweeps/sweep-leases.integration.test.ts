import { describe, expect, test } from '@jest/globals';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { reapSweepLeases } from './sweep-lease-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const [sweeps, other] = [new SweepUnderTest(orchestrator), new SweepUnderTest(orchestrator)];

const lost = { code: 'run.lease_lost' };
const minutes = (from: Date | string, to: Date | string) =>
  (new Date(to).getTime() - new Date(from).getTime()) / 60_000;

interface Row {
  readonly due_at: Date;
  readonly mark: Date | null;
  readonly last_records: number | null;
  readonly last_calls: number | null;
  readonly holder: string | null;
}
const rowOf = (sweepId: number): Promise<Row> =>
  database.db.forSystem((tx) => tx.one<Row>(`select * from sweeps where id = $1`, [sweepId]));
/** Nothing else is offered. */
const noneElse = (sweepIds: readonly number[]) =>
  database.asAdmin(
    `update sweeps set due_at = now() + interval '1 hour', holder = null where id <> all ('{${sweepIds.join()}}')`,
  );

describe('The lease of a sweep', () => {
  test('When a worker falls silent on a page, then another one continues behind the last page, and the first one changes nothing more', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    const first = await sweeps.of(connection);
    expect(first.sweep).toMatchObject({ pass: 'all', migrationType: 'contacts', cursor: null });
    await expect(other.claim(first.sweepId)).rejects.toMatchObject({ code: 'run.not_claimable' });
    await sweeps.page(first, page({ a: 'one' }), { cursor: { page: 7 }, calls: 2 });
    await database.asAdmin(`update sweeps set lease_until = now() - interval '1 second'`);
    await database.db.forSystem(reapSweepLeases);
    expect((await sweeps.renew([first])).sweeps).toEqual([{ sweepId: first.sweepId, state: 'lost' }]);
    await expect(sweeps.page(first, page({ b: 'two' }))).rejects.toMatchObject(lost);

    const second = await other.claim(first.sweepId);
    expect(second).toMatchObject({ epoch: first.epoch + 1, sweep: { cursor: { page: 7 } } });
    await expect(sweeps.end(first)).rejects.toMatchObject(lost);
    await expect(sweeps.release(first)).rejects.toMatchObject(lost);
    expect(await sync.list(connection)).toEqual([]);
    await other.page(second, page({ b: 'two' }));
    await other.end(second, 1);
    expect(await rowOf(first.sweepId)).toMatchObject({ last_records: 2, last_calls: 4 });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b' }]);
  });

  test('When a lease is renewed in time, then it is held, also when another one is over', async () => {
    const [one, two] = [await sync.switchedOn(), await sync.switchedOn()];
    const [renewed, over] = [await sweeps.of(one), await sweeps.of(two)];
    await database.asAdmin(`update sweeps set lease_until = now() - interval '1 second'`);
    expect((await sweeps.renew([renewed])).sweeps).toEqual([{ sweepId: renewed.sweepId, state: 'held' }]);
    await database.db.forSystem(reapSweepLeases);
    expect((await rowOf(renewed.sweepId)).holder).toBe(sweeps.processId);
    expect((await rowOf(over.sweepId)).holder).toBeNull();
  });

  test('When it is handed back with a wait, then it is offered after that, and continues at its cursor', async () => {
    const connection = await sync.switchedOn();
    const held = await sweeps.of(connection);
    await sweeps.page(held, [], { cursor: { page: 3 } });
    await sweeps.release(held, { ms: 60_000, reason: 'AccuLynx is unavailable' });
    expect(minutes(new Date(), (await rowOf(held.sweepId)).due_at)).toBeCloseTo(1, 1);
    await expect(sweeps.claim(held.sweepId)).rejects.toMatchObject({ code: 'run.not_claimable' });
    expect((await sweeps.of(connection)).sweep.cursor).toEqual({ page: 3 });
  });
});

describe('When a sweep is due', () => {
  test('When one ends, then it is due again up to its interval after its beginning, and reads on from the last change that it saw', async () => {
    const connection = await sync.switchedOn('roofers', ['jobs']);
    const recent = await sweeps.of(connection, 'recent', 'job');
    expect(minutes(recent.sweep.after, recent.sweep.since)).toBe(15);
    const changedAt = '2026-11-01T12:00:00.000Z';
    await sweeps.page(recent, [swept('j', 'one', { changedAt })]);
    await sweeps.end(recent);
    const inMinutes = minutes(recent.claimedAt, (await rowOf(recent.sweepId)).due_at);
    expect(inMinutes).toBeGreaterThan(14.2);
    expect(inMinutes).toBeLessThanOrEqual(15.01);
    const next = await sweeps.of(connection, 'recent', 'job');
    expect(next.sweep.after).toBe('2026-11-01T11:45:00.000Z');
    await sweeps.end(next);
    expect((await sweeps.of(connection, 'recent', 'job')).sweep.after).toBe('2026-11-01T11:45:00.000Z');

    const all = await sweeps.of(connection, 'all', 'job');
    await sweeps.end(all);
    expect(minutes(all.claimedAt, (await rowOf(all.sweepId)).due_at)).toBeGreaterThan(0.95 * 24 * 60 - 0.1);
  });

  test('When the clock of the source is ahead, or tells no changes, then the next one reads on from the beginning of this one', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    for (const [kind, changedAt] of [
      ['job', new Date(Date.now() + 3_600_000).toISOString()],
      ['contact', null],
    ] as const) {
      const held = await sweeps.of(connection, 'recent', kind);
      await sweeps.page(held, [swept('x', 'one', { changedAt })]);
      await sweeps.end(held);
      expect(minutes((await rowOf(held.sweepId)).mark ?? '', held.claimedAt)).toBeCloseTo(0, 2);
    }
  });

  test('When one takes longer than its interval, then the next one follows it', async () => {
    const connection = await sync.switchedOn();
    const held = await sweeps.of(connection);
    await database.asAdmin(
      `update sweeps set started_at = started_at - interval '70 minutes' where id = ${String(held.sweepId)}`,
    );
    await sweeps.end(held);
    expect(minutes((await rowOf(held.sweepId)).due_at, new Date())).toBeCloseTo(0, 1);
  });
});

describe('Which sweeps are offered', () => {
  test('When a company has many that are due for longest, then those of others take turns with them', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => sync.switchedOn('many')));
    const few = await sync.switchedOn('few');
    const manyIds = await Promise.all(many.map((one) => sweeps.idOf(one, 'recent')));
    const fewId = await sweeps.idOf(few, 'recent');
    await noneElse([...manyIds, fewId]);
    await database.asAdmin(
      `update sweeps set due_at = now() - case when id = ${String(fewId)} then interval '1 minute' else interval '1 hour' end
       where id in (${[...manyIds, fewId].join()})`,
    );
    const offered = (await sweeps.renew([], 2)).offers.map(({ sweepId }) => sweepId);
    expect(offered).toContain(fewId);
    expect(offered).toHaveLength(2);
    const held = await sweeps.claim(manyIds[0] ?? 0);
    expect((await sweeps.renew([held], 1)).offers).toEqual([{ sweepId: fewId }]);
  });

  test('When one place of several is free, then it is kept for recent changes; a worker with one place takes both', async () => {
    const connection = await sync.switchedOn();
    const [recentId, allId] = [await sweeps.idOf(connection, 'recent'), await sweeps.idOf(connection, 'all')];
    await noneElse([recentId, allId]);
    await database.asAdmin(
      `update sweeps set due_at = now() - interval '1 minute' where id in (${String(recentId)}, ${String(allId)})`,
    );
    expect((await sweeps.renew([], 2)).offers).toHaveLength(2);
    const recent = await sweeps.claim(recentId);
    expect((await sweeps.renew([recent], 1)).offers).toEqual([]);
    expect((await other.renew([], 1)).offers).toEqual([{ sweepId: allId }]);
  });
});
