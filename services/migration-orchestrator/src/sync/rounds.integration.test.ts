import { afterEach, describe, expect, test } from '@jest/globals';
import { Absence, OutcomeKind } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';
import { reapSyncLeases } from './sync-lease-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const letLeaseEnd = (syncId: number) =>
  database.asAdmin(
    `update sync_leases set lease_until = now() - interval '1 second' where sync_id = ${syncId}`,
  );
const reap = () => database.db.forSystem(reapSyncLeases);

// Ensures that no test finds what another one left.
afterEach(() =>
  database.asAdmin(
    `update sync_connections set next_due_at = null, since = '{}'`,
    `delete from sync_leases`,
    `delete from sync_records`,
  ),
);

describe('A sync is held by one worker', () => {
  test('When records are due and no worker has the sync, then it is offered, never more than there are places', async () => {
    const [one, other] = [await sync.switchedOn('roofers'), await sync.switchedOn('tilers')];
    expect((await sync.renew([], 5)).offers).toEqual([]);
    await sync.events(one, ['a']);
    await sync.events(other, ['a']);
    expect((await sync.renew([], 5)).offers).toEqual([]);
    await sync.due();
    expect((await sync.renew([], 1)).offers).toHaveLength(1);
    const held = await sync.claim(await sync.syncIdOf(one));
    expect((await sync.renew([held], 5)).offers).toEqual([{ syncId: await sync.syncIdOf(other) }]);
  });

  test('When no connection has auto-sync on, then workers learn that nothing can become due', async () => {
    expect(await sync.renew([], 5)).toMatchObject({ syncsOn: false });
    const connection = await sync.switchedOn();
    expect(await sync.renew([], 5)).toMatchObject({ syncsOn: true });
    await sync.tell(connection, { contacts: null });
    expect(await sync.renew([], 5)).toMatchObject({ syncsOn: false });
  });

  test('When one company holds syncs, then those of a company that holds none are offered first', async () => {
    const [first, second] = [await sync.switchedOn('roofers'), await sync.switchedOn('roofers')];
    const other = await sync.switchedOn('tilers');
    for (const connection of [first, second, other]) await sync.events(connection, ['a']);
    await sync.due();
    await sync.claim(await sync.syncIdOf(first));
    expect((await sync.renew([], 1)).offers).toEqual([{ syncId: await sync.syncIdOf(other) }]);
  });

  test('When a sync waits for a place, then one that was held for long makes room, and does not come before it', async () => {
    const [long, short] = [await sync.switchedOn('roofers'), await sync.switchedOn('tilers')];
    const [longId, shortId] = [await sync.syncIdOf(long), await sync.syncIdOf(short)];
    const seconds = (column: string, ago: number) => `${column} = now() - interval '${String(ago)} seconds'`;
    await sync.events(long, ['a', 'b']);
    const held = await sync.round(long);
    await sync.copy(held, { kind: OutcomeKind.FAILED, reason: 'unavailable' });
    await sync.events(short, ['a']);
    await database.asAdmin(
      `update sync_records set ${seconds('due_at', 3_600)} where connection_id = ${String(long.id)}`,
      `update sync_connections set ${seconds('next_due_at', 3_600)} where connection_id = ${String(long.id)}`,
      `update sync_connections set ${seconds('next_due_at', 11)} where connection_id = ${String(short.id)}`,
    );
    const first = await sync.take(held);
    expect(first.round?.records).toHaveLength(2);
    await sync.copy({ ...held, round: first.round ?? held.round });
    await sync.events(long, ['c']);
    await database.asAdmin(
      `update sync_records set ${seconds('due_at', 3_600)} where connection_id = ${String(long.id)}`,
      `update sync_connections set ${seconds('next_due_at', 3_600)} where connection_id = ${String(long.id)}`,
      `update sync_leases set ${seconds('taken_at', 11)}`,
    );
    expect(await sync.take(held)).toEqual({ round: null, waitMs: null, open: [] });
    await sync.release(held);
    expect((await sync.renew([], 1)).offers).toEqual([{ syncId: shortId }]);
    await sync.claim(shortId);
    expect((await sync.take(await sync.claim(longId))).round?.records).toHaveLength(1);
  });

  test('When a worker holds the sync, then no other can claim it, and what an earlier epoch asks is refused', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const syncId = await sync.syncIdOf(connection);
    const held = await sync.claim(syncId);
    await expect(sync.claim(syncId)).rejects.toMatchObject({ code: 'run.not_claimable' });
    await expect(sync.claim(999_999)).rejects.toMatchObject({ code: 'migration.not_found' });
    expect((await sync.renew([held])).syncs).toEqual([{ syncId, state: 'held', uncounted: 0 }]);
    const round = await sync.round(held);
    await letLeaseEnd(syncId);
    expect(await reap()).toBe(1);
    const next = await sync.claim(syncId);
    expect(next.epoch).toBe(held.epoch + 1);
    expect((await sync.renew([held])).syncs).toMatchObject([{ state: 'lost' }]);
    const refused = { code: 'run.lease_lost' };
    await expect(sync.take(held)).rejects.toMatchObject(refused);
    await expect(sync.plan(round, 1, [aCreate('a')])).rejects.toMatchObject(refused);
    await expect(sync.release(held)).rejects.toMatchObject(refused);
  });

  test('When a late lease is renewed before it is reaped, then it is held', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    await letLeaseEnd(held.syncId);
    await sync.renew([held]);
    expect(await reap()).toBe(0);
  });
});

describe('Rounds', () => {
  test('When nothing is due yet, then the answer says when to ask again, and not to wait for what is far off', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const answer = await sync.take(held);
    expect(answer.round).toBeNull();
    expect(answer.waitMs).toBeGreaterThan(500);
    expect(answer.waitMs).toBeLessThanOrEqual(1_000);
    await sync.copy(await sync.round(held));
    // Although its row said that it was due.
    await database.asAdmin(
      `update sync_connections set next_due_at = now() where connection_id = ${connection.id}`,
    );
    expect(await sync.take(held)).toEqual({ round: null, waitMs: null, open: [] });
  });

  test('When a hundred records wait, then they are taken immediately, and the rest in the next round', async () => {
    const connection = await sync.switchedOn();
    await sync.events(
      connection,
      Array.from({ length: 130 }, (_, index) => `c-${String(index)}`),
    );
    const held = await sync.claim(await sync.syncIdOf(connection));
    const { round } = await sync.take(held);
    expect(round?.records).toHaveLength(100);
    if (round) await sync.copy({ ...held, round });
    expect((await sync.round(held)).round.records).toHaveLength(30);
  });

  test('When two locations share a portal, then one worker has both, and they take turns, as do the kinds of each', async () => {
    const portal = { hubSpotPortalId: 'shared', portalId: 'shared' };
    const flooded = await sync.switchedOn('roofers', ['contacts', 'jobs'], portal);
    const other = await sync.switchedOn('roofers', ['contacts'], portal);
    expect(await sync.syncIdOf(flooded)).toBe(await sync.syncIdOf(other));
    await sync.events(
      flooded,
      Array.from({ length: 250 }, (_, index) => `c-${String(index)}`),
    );
    const held = await sync.claim(await sync.syncIdOf(flooded));
    const order: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const next = await sync.round(held);
      if (turn === 0) {
        await sync.events(flooded, ['j'], { kind: 'job' });
        await sync.events(other, ['a']);
      }
      order.push(
        `${next.round.connectionId === flooded.id ? 'flooded' : 'other'} ${next.round.migrationType}`,
      );
      await sync.copy(next);
    }
    expect(order).toEqual(['flooded contacts', 'other contacts', 'flooded jobs', 'flooded contacts']);
  });

  test('When the worker is killed between plan, write and report, then the next one gets the round as it stands', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b', 'c']);
    const lost = await sync.round(connection);
    await sync.plan(lost, 1, [aCreate('a')]);
    await sync.batchDone(lost, 1, { a: OutcomeKind.CREATED });
    await sync.plan(lost, 2, [aCreate('b')]);
    await letLeaseEnd(lost.syncId);
    await reap();
    expect((await sync.renew([], 1)).offers).toEqual([{ syncId: lost.syncId }]);
    const held = await sync.claim(lost.syncId);
    const { round } = await sync.take(held);
    expect(round).toMatchObject({
      round: lost.round.round,
      records: [{ sourceId: 'b' }, { sourceId: 'c' }],
      unfinished: [{ batch: 2, kind: 'contact', records: [{ sourceId: 'b' }] }],
      nextBatch: 3,
    });
    if (!round) return;
    const next = { ...held, round };
    expect(await sync.identities(next, [{ sourceId: 'b', key: null }])).toMatchObject([{ seenInBatch: 2 }]);
    // The late report of the lost worker counts, but not its end of the round.
    await sync.batchDone(lost, 2, { b: OutcomeKind.CREATED });
    await sync.roundDone(lost);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'c', inHand: true }]);
    await sync.plan(next, 3, [aCreate('c')]);
    await sync.batchDone(next, 3, { c: OutcomeKind.CREATED });
    await sync.roundDone(next);
    expect(await sync.list(connection)).toEqual([]);
    expect(await sync.take(held)).toEqual({ round: null, waitMs: null, open: [] });
  });

  test('When a batch ends without an outcome of a record that comes along, then its round plans it again', async () => {
    const connection = await sync.switchedOn('roofers', ['jobs']);
    await sync.events(connection, ['j'], { kind: 'job' });
    const held = await sync.round(connection);
    const companions = [aCreate('written', 'w@example.com'), aCreate('stopped', 's@example.com')];
    await sync.plan(held, 1, companions);
    await sync.batchDone(held, 1, { written: OutcomeKind.CREATED });
    const questions = ['written', 'stopped'].map((sourceId) => ({ sourceId, key: null }));
    expect(await sync.identities(held, questions)).toMatchObject([
      { sourceId: 'written', seenInBatch: 1 },
      { sourceId: 'stopped', seenInBatch: null },
    ]);
    expect(await sync.plan(held, 2, [aCreate('stopped', 's@example.com')])).toEqual({ taken: [] });
    // A late report about part of a batch, after another worker has taken the round, does not release the claims of what that
    // worker executes.
    await sync.release(held);
    const next = { ...(await sync.claim(held.syncId)), round: held.round };
    await sync.batchDone(held, 2, {});
    expect((await sync.take(next)).round?.unfinished).toMatchObject([{ batch: 2 }]);
    await sync.batchDone(next, 2, { stopped: OutcomeKind.CREATED });
    expect((await sync.take(next)).round?.unfinished).toEqual([]);
  });

  test('When a plan of the lost worker was amended since, then its report of the former plan changes nothing', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const lost = await sync.round(connection);
    await sync.plan(lost, 1, [aCreate('a')]);
    await letLeaseEnd(lost.syncId);
    await reap();
    const held = { ...(await sync.claim(lost.syncId)), round: lost.round };
    await sync.plan(held, 1, [aCreateWithout('a', 'x@example.com')], { revision: 2 });
    await sync.batchDone(lost, 1, { a: OutcomeKind.FAILED });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', inHand: true, attempts: 0 }]);
  });

  test('When a report repeats, or is forged, then it counts once, or not at all', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a')]);
    const eventId = newId();
    const outcomes = { a: OutcomeKind.CREATED, planted: OutcomeKind.CREATED };
    await sync.batchDone(held, 1, outcomes, eventId);
    await sync.batchDone(held, 1, outcomes, eventId);
    await sync.batchDone(held, 1, outcomes);
    const lines = await database.db.forSystem((tx) =>
      tx.query(`select source_id from sync_outcomes where connection_id = $1`, [connection.id]),
    );
    expect(lines).toEqual([{ source_id: 'a' }]);
    const foreign = { ...held, round: { ...held.round, companyId: 'plumbers' } };
    expect(await sync.roundDone(foreign)).toMatchObject({ verdict: 'dead' });
    expect(await sync.roundDone({ ...held, epoch: held.epoch + 1 })).toMatchObject({ verdict: 'dead' });
    expect(await sync.batchDone(held, 7, {})).toMatchObject({ verdict: 'dead' });
  });

  test('When records are gone or not new, then they leave the list, with a line for those that were known, and the others are counted', async () => {
    const unknownGone = async () =>
      Number(
        (await orchestrator.metrics.metrics())
          .split('\nridgeline_sync_unknown_gone_total ')[1]
          ?.split('\n')[0],
      );
    const before = await unknownGone();
    const connection = await sync.switchedOn();
    await sync.events(connection, ['linked', 'skipped']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [aCreate('linked'), aCreate('skipped')]);
    await sync.batchDone(first, 1, { linked: OutcomeKind.CREATED, skipped: OutcomeKind.SKIPPED });
    await sync.roundDone(first);
    await sync.events(connection, ['linked', 'skipped', 'forged', 'old', 'late']);
    const held = await sync.round(first);
    const { GONE, NOT_NEW } = Absence;
    await sync.roundDone(held, { absent: { linked: GONE, skipped: GONE, forged: GONE, old: NOT_NEW } });
    // Outdated records are due again, without an attempt.
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'late', attempts: 0, dueIn: 2 }]);
    expect(
      await database.db.forSystem((tx) =>
        tx.query(
          `select source_id, outcome, reason from sync_outcomes where connection_id = $1 and round = $2
           order by source_id`,
          [connection.id, held.round.round],
        ),
      ),
    ).toEqual(
      ['linked', 'skipped'].map((source_id) => ({
        source_id,
        outcome: 'skipped',
        reason: 'gone_from_acculynx',
      })),
    );
    expect((await unknownGone()) - before).toBe(1);
    await sync.events(connection, ['old']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'late' }]);
  });
});
