import { describe, expect, test } from '@jest/globals';
import {
  getSync,
  listSyncDeadLetters,
  listSyncedRecords,
  listSyncs,
  retrySyncDeadLetters,
  type Connection,
  type SyncUpdate,
} from '@ridgeline/contracts';
import { decodeValue, OutcomeKind, RoundResult, topics } from '@ridgeline/events';
import { Registry } from '@ridgeline/kit/metrics';
import { createLogger } from '@ridgeline/kit';
import { forgetOldRecords } from '../retention/retention.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';
import { exposeSyncLists } from './list-metrics.ts';
import { publishSyncUpdate } from './sync-updates.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const roofers = orchestrator.person('roofers');

const ofConnection = ({ id }: Connection) => ({ params: { id: String(id) } });
const statusOf = (connection: Connection) => roofers(getSync, ofConnection(connection));

/** A connection with a dead letter for each of these records. */
async function withDeadLetters(sourceIds: readonly string[]): Promise<Connection> {
  const connection = await sync.switchedOn();
  await sync.events(connection, sourceIds);
  const held = await sync.round(connection);
  await sync.copy(held, { kind: OutcomeKind.FAILED, reason: 'refused' });
  await sync.release(held);
  return connection;
}

describe('How a sync stands', () => {
  test('When records are copied, then the status follows them, and nothing was left out by then', async () => {
    const connection = await sync.switchedOn();
    expect(await statusOf(connection)).toMatchObject({
      connectionId: connection.id,
      state: 'current',
      upToDateAsOf: null,
      waiting: 0,
      lastEventAt: null,
    });
    const [knownAt, before] = [new Date(), Date.now()];
    await sync.events(connection, ['a', 'b'], { receivedAt: knownAt });
    expect(await statusOf(connection)).toMatchObject({
      state: 'working',
      waiting: 2,
      oldestWaitingAt: knownAt.toISOString(),
      lastEventAt: knownAt.toISOString(),
    });
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a')]);
    await sync.batchDone(held, 1, { a: OutcomeKind.CREATED });
    const behind = await statusOf(connection);
    expect(behind).toMatchObject({ state: 'working', waiting: 1 });
    expect(Date.parse(behind.upToDateAsOf ?? '')).toBeLessThan(knownAt.getTime());
    await sync.plan(held, 2, [aCreate('b')]);
    await sync.batchDone(held, 2, { b: OutcomeKind.FAILED });
    await sync.roundDone(held);
    await sync.due();
    await sync.copy(await sync.round(held));
    const status = await statusOf(connection);
    expect(status).toMatchObject({ state: 'current', waiting: 0, oldestWaitingAt: null });
    expect(Date.parse(status.upToDateAsOf ?? '')).toBeGreaterThanOrEqual(before);
    expect(status.delayMs).toBeGreaterThanOrEqual(0);
  });

  test('When the records of a round are copied, and its associations are to follow, then it is not up to date', async () => {
    const connection = await sync.switchedOn('roofers', ['jobs']);
    const knownAt = new Date();
    await sync.events(connection, ['j'], { kind: 'job', receivedAt: knownAt });
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('j')], { kind: 'job' });
    await sync.batchDone(held, 1, { j: OutcomeKind.CREATED });
    const behind = await statusOf(connection);
    expect(behind).toMatchObject({ state: 'working', waiting: 0 });
    expect(Date.parse(behind.upToDateAsOf ?? '')).toBeLessThan(knownAt.getTime());
    await sync.roundDone(held);
    const status = await statusOf(connection);
    expect(status).toMatchObject({ state: 'current' });
    expect(Date.parse(status.upToDateAsOf ?? '')).toBeGreaterThanOrEqual(knownAt.getTime());
  });

  test('When auto-sync was just switched on, then it is not current before it is noted what exists', async () => {
    const switches = { contacts: new Date().toISOString() };
    const connection = sync.connection('roofers', switches);
    await sync.tell(connection);
    expect(await statusOf(connection)).toMatchObject({ state: 'working', waiting: 0 });
    expect(await roofers(listSyncs)).toContainEqual(await statusOf(connection));
  });

  test('When a round ends in which nothing was copied, then no delay is known', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.roundDone(held);
    expect(await statusOf(connection)).toMatchObject({ delayMs: null, waiting: 1 });
  });

  test('When a round is put back, then the status says what is waited for; when auto-sync is off, then that', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.roundDone(held, { result: RoundResult.PUT_BACK, reason: 'HubSpot is unavailable' });
    expect(await statusOf(connection)).toMatchObject({
      state: 'waiting',
      waitingFor: 'HubSpot is unavailable',
      waiting: 1,
    });
    await sync.tell(connection, { contacts: null });
    expect(await statusOf(connection)).toMatchObject({ state: 'off', waitingFor: null, waiting: 0 });
  });

  test('When another company asks, then there is no such connection', async () => {
    const connection = await sync.switchedOn();
    const refused = { code: 'connection.not_found' };
    const plumbers = orchestrator.person('plumbers');
    await expect(plumbers(getSync, ofConnection(connection))).rejects.toMatchObject(refused);
    await expect(
      plumbers(retrySyncDeadLetters, { ...ofConnection(connection), body: {} }),
    ).rejects.toMatchObject(refused);
    expect(await plumbers(listSyncs)).toEqual([]);
    expect((await roofers(listSyncs)).map(({ connectionId }) => connectionId)).toContain(connection.id);
  });

  test('When auto-sync was never on, then it is off, and nothing was copied', async () => {
    const never = sync.connection();
    await sync.tell(never);
    expect(await statusOf(never)).toMatchObject({ state: 'off', waiting: 0, upToDateAsOf: null });
    expect(await roofers(listSyncedRecords, ofConnection(never))).toEqual({ records: [], hasMore: false });
    expect(await roofers(listSyncDeadLetters, ofConnection(never))).toEqual({ records: [], total: 0 });
    expect(await roofers(retrySyncDeadLetters, { ...ofConnection(never), body: {} })).toEqual({ retried: 0 });
  });

  test('When changes follow each other, then each update has the newest lines, once, and several processes tell no more than one', async () => {
    const connection = await sync.switchedOn();
    const updates = async (): Promise<SyncUpdate[]> => {
      const rows = await database.db.forSystem((tx) =>
        tx.query<{ value: Uint8Array }>(`select value from outbox where topic = $1 order by id`, [
          topics.syncUpdate.name,
        ]),
      );
      return rows
        .map(({ value }) => decodeValue(topics.syncUpdate, value))
        .filter(({ connectionId }) => connectionId === connection.id)
        .map(({ updateJson }) => JSON.parse(updateJson) as SyncUpdate);
    };
    await sync.events(connection, ['a']);
    await sync.copy(await sync.round(connection));
    expect(sync.changed).toContain(connection.id);
    const start = performance.now();
    await Promise.all([1, 2, 3].map(() => publishSyncUpdate(database.db, connection.id)));
    expect(performance.now() - start).toBeGreaterThanOrEqual(480);
    const told = await updates();
    expect(told.map(({ records }) => records.map(({ sourceId }) => sourceId))).toEqual([['a'], [], []]);
    expect(told[0]).toMatchObject({
      status: { state: 'current' },
      records: [
        {
          kind: 'contact',
          outcome: 'created',
          hubspotId: 'hs-a',
          name: 'Name a',
          origin: 'event',
          changes: [{ property: 'lastname', before: null, after: 'a' }],
        },
      ],
    });
    await sync.tell(connection, { deleted: true });
    await publishSyncUpdate(database.db, connection.id);
    expect(await updates()).toHaveLength(3);
  });
});

describe('The feed and dead letters', () => {
  test('When the feed is longer than a page, then the next page begins behind the last line', async () => {
    const connection = await sync.switchedOn();
    await sync.events(
      connection,
      Array.from({ length: 60 }, (_, index) => `c-${String(index)}`),
    );
    await sync.copy(await sync.round(connection));
    const first = await roofers(listSyncedRecords, ofConnection(connection));
    expect(first).toMatchObject({ hasMore: true });
    expect(first.records).toHaveLength(50);
    const before = String(first.records.at(-1)?.id);
    const second = await roofers(listSyncedRecords, { ...ofConnection(connection), query: { before } });
    expect(second).toMatchObject({ hasMore: false });
    expect(new Set([...first.records, ...second.records].map(({ sourceId }) => sourceId)).size).toBe(60);
  });

  test('When dead letters are retried, one or all, then they are due in the name of a person, and the audit trail tells', async () => {
    const connection = await withDeadLetters(['a', 'b', 'c']);
    const letters = () => roofers(listSyncDeadLetters, ofConnection(connection));
    expect(await letters()).toMatchObject({
      total: 3,
      records: [{ kind: 'contact', reason: 'refused', attempts: 1 }, {}, {}],
    });
    expect(await statusOf(connection)).toMatchObject({ deadLetters: 3, state: 'current' });
    const body = { records: [{ kind: 'contact', sourceId: 'b' }] };
    expect(await roofers(retrySyncDeadLetters, { ...ofConnection(connection), body })).toEqual({
      retried: 1,
    });
    expect(await sync.list(connection)).toMatchObject([
      {},
      { sourceId: 'b', dead: false, origin: 'person', attempts: 0 },
      {},
    ]);
    expect(await roofers(retrySyncDeadLetters, { ...ofConnection(connection), body: {} })).toEqual({
      retried: 2,
    });
    expect(await letters()).toEqual({ total: 0, records: [] });
    expect(await statusOf(connection)).toMatchObject({ deadLetters: 0, waiting: 3 });
    expect((await orchestrator.deeds()).filter(({ action }) => action === 'sync-retried')).toMatchObject([
      { detail: `connection #${String(connection.id)}: 1 dead letters` },
      { detail: `connection #${String(connection.id)}: 2 dead letters` },
    ]);
    expect((await sync.round(connection)).round.records).toHaveLength(3);
  });
});

describe('What is measured and kept', () => {
  test('When lists wait and records died, then the metrics say how many and for how long', async () => {
    await withDeadLetters(['x']);
    const registry = new Registry();
    const logger = createLogger({ service: 'test', level: 'silent' });
    exposeSyncLists({ db: database.db, logger, registry });
    const connection = await sync.switchedOn('roofers');
    await sync.events(connection, ['a'], { receivedAt: new Date(Date.now() - 60_000) });
    const text = await registry.metrics();
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    expect(value('ridgeline_sync_due_records{state="working"}')).toBeGreaterThanOrEqual(1);
    expect(value('ridgeline_sync_oldest_seconds{state="working"}')).toBeGreaterThanOrEqual(60);
    expect(value('ridgeline_sync_dead_letters')).toBeGreaterThanOrEqual(1);
    expect(await orchestrator.metrics.metrics()).toMatch(
      /ridgeline_sync_dead_lettered_total\{cause="rejected"\} [1-9]/,
    );
    expect(await orchestrator.metrics.metrics()).toMatch(
      /ridgeline_sync_records_total\{kind="contact",outcome="failed"\} [1-9]/,
    );
  });

  test('When rounds are old, or their connection was deleted, then all that they left is forgotten, and the rest stays', async () => {
    const [old, young, gone] = [await sync.switchedOn(), await sync.switchedOn(), await sync.switchedOn()];
    for (const connection of [old, young, gone]) {
      await sync.events(connection, ['a']);
      await sync.copy(await sync.round(connection));
    }
    await database.asAdmin(
      `update sync_rounds set finished_at = now() - interval '91 days' where connection_id = ${old.id}`,
    );
    await sync.tell(gone, { deleted: true });
    await forgetOldRecords(database.db, 90);
    const left = (table: string, { id }: Connection) =>
      database.db.forSystem((tx) =>
        tx.one<{ count: number }>(
          `select count(*)::integer as count from ${table} where connection_id = $1`,
          [id],
        ),
      );
    expect(await left('sync_rounds', old)).toEqual({ count: 0 });
    expect(await left('sync_outcomes', old)).toEqual({ count: 0 });
    expect(await left('sync_outcomes', gone)).toEqual({ count: 0 });
    expect(await left('sync_outcomes', young)).toEqual({ count: 1 });
    expect(await left('sync_connections', gone)).toEqual({ count: 1 });
  });
});
