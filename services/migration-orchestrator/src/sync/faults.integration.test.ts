import { afterEach, describe, expect, test } from '@jest/globals';
import { OutcomeKind, RoundResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

// Ensures that no test finds what another one left.
afterEach(() =>
  database.asAdmin(
    `update sync_connections set next_due_at = null, since = '{}'`,
    `delete from sync_leases`,
    `delete from sync_records`,
  ),
);

describe('Faults', () => {
  test('When a record fails, then it is tried again after waits that double, and after a day it is a dead letter', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const failure = { kind: OutcomeKind.FAILED, reason: 'no_result' };
    const waits: (number | null | undefined)[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await sync.copy(await sync.round(held), failure);
      waits.push((await sync.list(connection))[0]?.dueIn);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    await database.asAdmin(`update sync_records set first_failed_at = now() - interval '25 hours'`);
    await sync.copy(await sync.round(held), failure);
    expect(await sync.list(connection)).toMatchObject([{ dead: true, dueIn: null, attempts: 12 }]);
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toMatchObject([{ dead: false, attempts: 0, dueIn: 2 }]);
  });

  test('When a record is out of date again and again, then that is an attempt once its last event is five minutes old', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const outOfDate = async () => {
      await sync.roundDone(await sync.round(held));
      return (await sync.list(connection))[0];
    };
    expect(await outOfDate()).toMatchObject({ attempts: 0, dueIn: 2 });
    await database.asAdmin(`update sync_records set newest_at = now() - interval '6 minutes'`);
    expect(await outOfDate()).toMatchObject({ attempts: 1, dueIn: 10 });
    expect(await outOfDate()).toMatchObject({ attempts: 2, dueIn: 20 });
  });

  test('When HubSpot rejects a record, then it is a dead letter immediately, unless it changed since, and the others are copied', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['bad', 'changed', 'good']);
    const held = await sync.round(connection);
    await sync.plan(
      held,
      1,
      ['bad', 'changed', 'good'].map((id) => aCreate(id)),
    );
    await sync.events(connection, ['changed']);
    const rejected = { kind: OutcomeKind.FAILED, reason: 'invalid_value' };
    await sync.batchDone(held, 1, { bad: rejected, changed: rejected, good: OutcomeKind.CREATED });
    await sync.roundDone(held);
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'bad', dead: true },
      { sourceId: 'changed', dead: false, dueIn: 2 },
    ]);
  });

  test('When HubSpot rejects a record, or a day of attempts failed, then the dead letter is counted by its cause, and other failures are not', async () => {
    const dead = async (cause: string) =>
      Number(
        (await orchestrator.metrics.metrics())
          .split(`ridgeline_sync_dead_lettered_total{cause="${cause}"} `)[1]
          ?.split('\n')[0],
      );
    const [rejected, expired] = [await dead('rejected'), await dead('expired')];
    const connection = await sync.switchedOn();
    await sync.events(connection, ['rejected', 'tried']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const round = await sync.round(held);
    await sync.plan(round, 1, [aCreate('rejected'), aCreate('tried')]);
    await sync.batchDone(round, 1, {
      rejected: { kind: OutcomeKind.FAILED, reason: 'refused' },
      tried: { kind: OutcomeKind.FAILED, reason: 'no_result' },
    });
    await sync.roundDone(round);
    expect([await dead('rejected'), await dead('expired')]).toEqual([rejected + 1, expired]);
    await database.asAdmin(`update sync_records set first_failed_at = now() - interval '25 hours'`);
    await sync.roundDone(await sync.round(held), { result: RoundResult.FAILED });
    expect([await dead('rejected'), await dead('expired')]).toEqual([rejected + 1, expired + 1]);
  });

  test('When a round fails on our side, then each record has an attempt: those without an outcome, and those that were copied, whose associations and emails are missing', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b', 'left out']);
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a'), aCreate('left out')]);
    await sync.batchDone(held, 1, { a: OutcomeKind.CREATED, 'left out': OutcomeKind.SKIPPED });
    await sync.roundDone(held, { result: RoundResult.FAILED, reason: 'A fault' });
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'a', attempts: 1, dueIn: 10 },
      { sourceId: 'b', attempts: 1, dueIn: 10 },
    ]);
    const again = await sync.round(held);
    expect(again.round.records).toMatchObject([{ sourceId: 'a', hubspotId: 'hs-a' }, { sourceId: 'b' }]);
    await sync.copy(again, OutcomeKind.UNCHANGED);
    expect(await sync.list(connection)).toEqual([]);
  });

  test('When rounds fail each time after a record was copied, then its waits double, and after a day it is a dead letter', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const failing = async () => {
      const round = await sync.round(held);
      await sync.plan(round, 1, [aCreate('a')]);
      await sync.batchDone(round, 1, { a: OutcomeKind.UNCHANGED });
      await sync.roundDone(round, { result: RoundResult.FAILED, reason: 'A fault' });
      return (await sync.list(connection))[0];
    };
    expect([(await failing())?.dueIn, (await failing())?.dueIn, (await failing())?.dueIn]).toEqual([
      10, 20, 40,
    ]);
    await database.asAdmin(`update sync_records set first_failed_at = now() - interval '25 hours'`);
    expect(await failing()).toMatchObject({ dead: true, dueIn: null, attempts: 4 });
  });

  test('When a round fails while a plan of it is not executed, then it is resumed after waits that double, and ended after the fifth time', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    let held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a')]);
    const waits: unknown[] = [];
    for (let failure = 1; failure <= 5; failure += 1) {
      await sync.roundDone(held, { result: RoundResult.FAILED, reason: 'A fault' });
      await sync.release(held);
      const { wait } = await database.db.forSystem((tx) =>
        tx.one<{ wait: number }>(
          `select round(extract(epoch from not_before - clock_timestamp()))::integer as wait
           from sync_connections where connection_id = $1`,
          [connection.id],
        ),
      );
      waits.push(wait);
      await database.asAdmin(`update sync_connections set not_before = now() - interval '1 second'`);
      held = await sync.round(connection);
      if (failure < 5) expect(held.round).toMatchObject({ unfinished: [{ batch: 1 }] });
    }
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(held.round).toMatchObject({ unfinished: [], records: [{ sourceId: 'a' }] });
    expect(await sync.plan(held, 1, [aCreate('a')])).toEqual({ taken: [] });
  });

  test('When a round is put back, then it is no attempt, the connection waits, and continues immediately when its credentials are accepted again', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.roundDone(held, {
      result: RoundResult.PUT_BACK,
      reason: 'HubSpot rejects the token',
      retryAfterMs: 60_000,
    });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', attempts: 0, inHand: false }]);
    await sync.due();
    expect(await sync.take(held)).toEqual({ round: null, waitMs: null, open: [] });
    await sync.release(held);
    expect((await sync.renew([], 5)).offers).toEqual([]);
    await sync.change(connection, { hubspotStatus: 'invalid' });
    await sync.due();
    expect((await sync.renew([], 5)).offers).toEqual([]);
    await sync.change(connection, { hubspotStatus: 'valid' });
    await sync.due();
    expect((await sync.renew([], 5)).offers).toEqual([{ syncId: held.syncId }]);
    expect((await sync.round(connection)).round.records).toMatchObject([{ sourceId: 'a' }]);
  });

  test('When a sync is released with a wait while a plan is unfinished, then the plan waits with its connection, and others of the portal go on', async () => {
    const portal = { hubSpotPortalId: 'waits', portalId: 'waits' };
    const [waiting, other] = [
      await sync.switchedOn('roofers', ['contacts'], portal),
      await sync.switchedOn('roofers', ['contacts'], portal),
    ];
    await sync.events(waiting, ['a']);
    const held = await sync.round(waiting);
    await sync.plan(held, 1, [aCreate('a')]);
    await sync.release(held, { ms: 60_000, reason: 'HubSpot is unavailable' });
    await sync.events(other, ['b']);
    const next = await sync.round(other);
    expect(next.round).toMatchObject({ connectionId: other.id, records: [{ sourceId: 'b' }] });
    await sync.copy(next);
    await database.asAdmin(
      `update sync_connections set not_before = now() where connection_id = ${waiting.id}`,
    );
    expect((await sync.take(next)).round).toMatchObject({
      connectionId: waiting.id,
      unfinished: [{ batch: 1, records: [{ sourceId: 'a' }] }],
    });
  });
});
