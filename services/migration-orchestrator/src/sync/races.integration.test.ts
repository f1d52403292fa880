import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const now = async (): Promise<string> => {
  const { at } = await database.db.forSystem((tx) => tx.one<{ at: Date }>(`select clock_timestamp() as at`));
  // The database's clock is finer than what is sent.
  return new Date(at.getTime() + 1).toISOString();
};

const anUpdate = (
  sourceId: string,
  before: Record<string, string | null>,
  after: Record<string, string>,
): PlannedRecord => ({
  sourceId,
  name: `Name ${sourceId}`,
  warnings: [],
  action: 'update',
  hubspotId: `hs-${sourceId}`,
  before,
  after,
});

/** A round of these records, and a migration of the same connection that a worker has. */
async function both(sourceIds: readonly string[]) {
  const connection = await sync.switchedOn();
  const run = await orchestrator.run('roofers', connection);
  await sync.events(connection, sourceIds);
  const round = await sync.round(connection);
  return { connection, run, round };
}

const stored = { taken: [] };
const inUse = { taken: [], inUse: true, outdated: [] };

describe('Nothing is in two unfinished plans of a portal', () => {
  test("When sync's plan has a record, its key or its HubSpot record, then a migration's plan of it waits until it is reported", async () => {
    const { run, round } = await both(['a']);
    expect(await sync.plan(round, 1, [{ ...anUpdate('a', {}, {}), key: 'x@example.com' }])).toEqual(stored);
    const wanted = [
      [aCreate('a')],
      [aCreate('b', 'X@example.com')],
      [{ ...anUpdate('c', {}, {}), hubspotId: 'hs-a' }],
    ];
    for (const records of wanted) expect(await run.worker.plan(run, 1, records)).toEqual(inUse);
    expect(await run.worker.plan(run, 1, [aCreate('other', 'other@example.com')])).toEqual(stored);
    await sync.batchDone(round, 1, { a: OutcomeKind.UPDATED });
    expect(await run.worker.plan(run, 2, [aCreate('b', 'x@example.com')])).toEqual(stored);
  });

  test("When a migration's plan has a record, its key or its HubSpot record, then sync's plan of it waits until it is reported", async () => {
    const { run, round } = await both(['a', 'b', 'c']);
    await run.worker.plan(run, 1, [{ ...anUpdate('a', {}, {}), key: 'x@example.com' }]);
    const wanted = [
      [aCreate('a')],
      [aCreate('b', 'x@example.com')],
      [{ ...anUpdate('c', {}, {}), hubspotId: 'hs-a' }],
    ];
    for (const records of wanted) expect(await sync.plan(round, 1, records)).toEqual(inUse);
    expect(await sync.plan(round, 1, [aCreate('c')])).toEqual(stored);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.UPDATED });
    expect(await sync.plan(round, 2, [aCreate('b', 'x@example.com')])).toEqual(stored);
  });

  test('When the other company of a shared portal plans a record of the same id, then only its HubSpot record and key clash', async () => {
    const portal = { hubSpotPortalId: 'of-two', portalId: 'of-two' };
    const connection = await sync.switchedOn('roofers', ['contacts'], portal);
    const run = await orchestrator.run('tilers', orchestrator.connection('tilers', portal));
    await sync.events(connection, ['a', 'b']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [aCreate('a', 'x@example.com')]);
    expect(await run.worker.plan(run, 1, [aCreate('a', 'x@example.com')])).toEqual(inUse);
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(stored);
    expect(await sync.plan(round, 2, [aCreate('b')])).toEqual(stored);
  });

  test('When a settle plan moves a value, then the other side waits for it, both ways', async () => {
    const { run, round } = await both(['a', 'b']);
    await run.worker.plan(run, 1, [aCreateWithout('m', 'moved@example.com')]);
    await run.worker.batchDone(run, 1, { m: OutcomeKind.CREATED });
    const deferred = { property: 'email', value: 'moved@example.com', name: 'M', properties: {} };
    const settle = [
      { ...anUpdate('m', { email: 'former@example.com' }, { email: 'moved@example.com' }), deferred },
    ];
    await run.worker.plan(run, 2, settle, 1, { pass: 'settle' });
    for (const key of ['moved@example.com', 'former@example.com'])
      expect(await sync.plan(round, 1, [aCreate('a', key)])).toEqual(inUse);
    await run.worker.batchDone(run, 2, { m: OutcomeKind.UPDATED });
    expect(await sync.plan(round, 1, [aCreate('a', 'former@example.com')])).toEqual(stored);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    const ours = { ...deferred, value: 'ours@example.com' };
    const moved = [{ ...anUpdate('a', { email: null }, { email: 'ours@example.com' }), deferred: ours }];
    expect(await sync.plan(round, 2, moved, { pass: 'settle' })).toEqual(stored);
    expect(await run.worker.plan(run, 3, [aCreate('z', 'ours@example.com')])).toEqual(inUse);
    expect(await run.worker.plan(run, 3, [aCreate('a')])).toEqual(inUse);
  });

  test('When a round was left with its connection, then what it claims is free as soon as its lease is over', async () => {
    const { connection, run, round } = await both(['a']);
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.tell(connection, { contacts: null });
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(inUse);
    await sync.release(round);
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toMatchObject({ outdated: [{ sourceId: 'a' }] });
  });

  test('When the portal has no sync, then a migration is told nothing of it', async () => {
    const run = await orchestrator.run('roofers', orchestrator.connection('roofers'));
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(stored);
  });
});

describe('A plan of what was read before another plan for it was stored is out of date', () => {
  const planAt = (
    { worker, ...run }: Awaited<ReturnType<typeof both>>['run'],
    batch: number,
    records: PlannedRecord[],
    readAt?: string,
  ) => worker.plan(run, batch, records, 1, readAt === undefined ? {} : { readAt });

  test("When sync stored a plan after a migration read the record, then the migration's is refused, with the record's link", async () => {
    const { run, round } = await both(['a', 'b']);
    const before = await now();
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    expect(await planAt(run, 1, [aCreate('a'), aCreate('other')], before)).toEqual({
      taken: [],
      inUse: false,
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    expect(await planAt(run, 1, [aCreate('a')], await now())).toEqual(stored);
  });

  test('When the worker is of the release before, then what it read is as old as its run', async () => {
    const { run, round } = await both(['a']);
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    expect(await planAt(run, 1, [aCreate('a')])).toMatchObject({ outdated: [{ sourceId: 'a' }] });
  });

  test('When a migration stored a plan after the round was taken, then sync leaves the record due', async () => {
    const { connection, run, round } = await both(['a', 'b']);
    await run.worker.plan(run, 1, [aCreate('a')]);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    expect(await sync.plan(round, 1, [aCreate('a'), aCreate('b')])).toMatchObject({
      inUse: false,
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    await sync.plan(round, 1, [aCreate('b')]);
    await sync.batchDone(round, 1, { b: OutcomeKind.CREATED });
    await sync.roundDone(round);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', attempts: 0, dueIn: 2 }]);
    const next = await sync.round(round);
    expect(await sync.plan(next, 1, [anUpdate('a', {}, {})])).toEqual(stored);
  });

  test('When sync planned a record after its migration did, then the migration gives it no deferred value any more', async () => {
    const { run, round } = await both(['m']);
    await run.worker.plan(run, 1, [aCreateWithout('m', 'stale@example.com')]);
    await run.worker.batchDone(run, 1, { m: OutcomeKind.CREATED });
    expect((await run.worker.openValues(run)).values).toMatchObject([{ sourceId: 'm' }]);
    const next = await again(round);
    await sync.plan(next, 1, [anUpdate('m', {}, {})]);
    await sync.batchDone(next, 1, { m: OutcomeKind.UPDATED });
    const deferred = { property: 'email', value: 'stale@example.com', name: 'M', properties: {} };
    const settle = [{ ...anUpdate('m', { email: null }, { email: 'stale@example.com' }), deferred }];
    expect(await run.worker.plan(run, 2, settle, 1, { pass: 'settle' })).toMatchObject({
      outdated: [{ sourceId: 'm' }],
    });
    expect((await run.worker.openValues(run)).values).toEqual([]);
  });

  /** The next round of the same records. */
  async function again(round: Awaited<ReturnType<typeof both>>['round']) {
    await sync.roundDone(round);
    return sync.round(round);
  }
});

describe('Values that become free go to the records that wait for them', () => {
  const waitingValues = ({ id }: Connection) =>
    database.db.forSystem((tx) =>
      tx.query(
        `select source_id as "sourceId", value from sync_waiting_values where connection_id = $1 order by source_id`,
        [id],
      ),
    );
  const deferring = (sourceId: string, value: string): PlannedRecord => ({
    ...anUpdate(sourceId, { phone: null }, { phone: '1' }),
    key: value,
    deferred: { property: 'email', value, name: sourceId, properties: {} },
  });

  test('When sync takes the value from another record, then the one that waits is due, and no more when it has it', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [deferring('a', 'y@example.com')]);
    await sync.batchDone(first, 1, { a: OutcomeKind.UPDATED });
    await sync.roundDone(first);
    expect(await waitingValues(connection)).toEqual([{ sourceId: 'a', value: 'y@example.com' }]);
    await sync.events(connection, ['b']);
    const second = await sync.round(first);
    await sync.plan(second, 1, [anUpdate('b', { email: 'Y@example.com' }, { email: 'z@example.com' })]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b' }]);
    await sync.batchDone(second, 1, { b: OutcomeKind.UPDATED });
    await sync.roundDone(second);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'freed_value', dueIn: 2 }]);
    const third = await sync.round(first);
    await sync.plan(third, 1, [
      { ...anUpdate('a', { email: null }, { email: 'y@example.com' }), key: 'y@example.com' },
    ]);
    expect(await waitingValues(connection)).toEqual([]);
  });

  test('When a migration takes the value from another record, then the one that waits is due; one that a migration leaves without waits too', async () => {
    const { connection, run, round } = await both(['a']);
    await sync.plan(round, 1, [deferring('a', 'y@example.com')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.UPDATED });
    await sync.roundDone(round);
    const readAt = await now();
    await run.worker.plan(
      run,
      1,
      [anUpdate('b', { email: 'y@example.com' }, { email: '' }), deferring('c', 'w@example.com')],
      1,
      { readAt },
    );
    await run.worker.batchDone(run, 1, { b: OutcomeKind.UPDATED, c: OutcomeKind.UPDATED });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'freed_value' }]);
    expect(await waitingValues(connection)).toEqual([
      { sourceId: 'a', value: 'y@example.com' },
      { sourceId: 'c', value: 'w@example.com' },
    ]);
  });

  test('When two contacts swap their emails in different rounds, then the later round sees what the earlier one waits for', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b']);
    const made = await sync.round(connection);
    await sync.copy(made);
    await sync.events(connection, ['a']);
    const first = await sync.round(made);
    await sync.plan(first, 1, [deferring('a', 'y@example.com')]);
    await sync.batchDone(first, 1, { a: OutcomeKind.UPDATED });
    expect((await sync.openValues(first)).values).toMatchObject([{ sourceId: 'a', hubspotId: 'hs-a' }]);
    await sync.roundDone(first);
    await sync.events(connection, ['b']);
    const second = await sync.round(made);
    await sync.plan(second, 1, [deferring('b', 'x@example.com')]);
    expect(await sync.openValues(second)).toMatchObject({ settled: false });
    await sync.batchDone(second, 1, { b: OutcomeKind.UPDATED });
    const open = async () =>
      (await sync.openValues(second)).values.map(({ sourceId, value }) => [sourceId, value]);
    expect(await open()).toEqual([
      ['b', 'x@example.com'],
      ['a', 'y@example.com'],
    ]);
    expect(await open()).toHaveLength(2);
    // One of the circle gives its value up, the other one gets it, and then the first one gets the other's.
    const move = (sourceId: string, value: string, before: string | null, after: string): PlannedRecord => ({
      ...anUpdate(sourceId, { email: before }, { email: after }),
      deferred: { property: 'email', value, name: sourceId, properties: {} },
    });
    const settle = async (batch: number, record: PlannedRecord) => {
      expect(await sync.plan(second, batch, [record], { pass: 'settle' })).toEqual(stored);
      await sync.batchDone(second, batch, { [record.sourceId]: OutcomeKind.UPDATED });
    };
    await settle(2, move('a', 'y@example.com', 'x@example.com', ''));
    await settle(3, move('b', 'x@example.com', 'y@example.com', 'x@example.com'));
    expect(await open()).toEqual([['a', 'y@example.com']]);
    await settle(4, move('a', 'y@example.com', null, 'y@example.com'));
    expect(await open()).toEqual([]);
    await sync.roundDone(second);
    expect(await waitingValues(connection)).toEqual([]);
    const feed = await database.db.forSystem((tx) =>
      tx.query(`select source_id, outcome, changes from sync_outcomes where round = $1 order by source_id`, [
        second.round.round,
      ]),
    );
    expect(feed).toMatchObject([
      { source_id: 'a', outcome: 'updated', changes: [{ after: '' }, { after: 'y@example.com' }] },
      { source_id: 'b', outcome: 'updated', changes: [{ property: 'phone' }, { after: 'x@example.com' }] },
    ]);
    // Both were made due by the values that became free on the way; they are found as they should be.
    const last = await sync.round(made);
    await sync.copy(last, OutcomeKind.UNCHANGED);
    expect(await sync.list(connection)).toEqual([]);
  });
});
