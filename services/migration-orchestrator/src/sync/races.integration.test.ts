import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aCreateWithout, anUpdate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const stored = { taken: [] };
const inUseBy = (holder: 'migration' | 'sync') => ({
  taken: [],
  inUse: true,
  inUseBy: holder,
  outdated: [],
});

describe('Nothing is in two unfinished plans of a portal', () => {
  test("When sync's plan has a record, its key or its HubSpot record, then a migration's plan of it waits until it is reported", async () => {
    const { run, round } = await sync.besideMigration(['a']);
    expect(await sync.plan(round, 1, [{ ...anUpdate('a', {}, {}), key: 'x@example.com' }])).toEqual(stored);
    const wanted = [
      [aCreate('a')],
      [aCreate('b', 'X@example.com')],
      [{ ...anUpdate('c', {}, {}), hubspotId: 'hs-a' }],
    ];
    for (const records of wanted) expect(await run.worker.plan(run, 1, records)).toEqual(inUseBy('sync'));
    expect(await run.worker.plan(run, 1, [aCreate('other', 'other@example.com')])).toEqual(stored);
    await sync.batchDone(round, 1, { a: OutcomeKind.UPDATED });
    expect(await run.worker.plan(run, 2, [aCreate('b', 'x@example.com')])).toEqual(stored);
  });

  test("When a migration's plan has a record, its key or its HubSpot record, then sync's plan of it waits until it is reported", async () => {
    const { run, round } = await sync.besideMigration(['a', 'b', 'c']);
    await run.worker.plan(run, 1, [{ ...anUpdate('a', {}, {}), key: 'x@example.com' }]);
    const wanted = [
      [aCreate('a')],
      [aCreate('b', 'x@example.com')],
      [{ ...anUpdate('c', {}, {}), hubspotId: 'hs-a' }],
    ];
    for (const records of wanted) expect(await sync.plan(round, 1, records)).toEqual(inUseBy('migration'));
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
    expect(await run.worker.plan(run, 1, [aCreate('a', 'x@example.com')])).toEqual(inUseBy('sync'));
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(stored);
    expect(await sync.plan(round, 2, [aCreate('b')])).toEqual(stored);
  });

  test('When a settle plan moves a value, then the other side waits for it, both ways', async () => {
    const { run, round } = await sync.besideMigration(['a', 'b']);
    await run.worker.plan(run, 1, [aCreateWithout('m', 'moved@example.com')]);
    await run.worker.batchDone(run, 1, { m: OutcomeKind.CREATED });
    const deferred = { property: 'email', value: 'moved@example.com', name: 'M', properties: {} };
    const settle = [
      { ...anUpdate('m', { email: 'former@example.com' }, { email: 'moved@example.com' }), deferred },
    ];
    await run.worker.plan(run, 2, settle, 1, { pass: 'settle' });
    for (const key of ['moved@example.com', 'former@example.com'])
      expect(await sync.plan(round, 1, [aCreate('a', key)])).toEqual(inUseBy('migration'));
    await run.worker.batchDone(run, 2, { m: OutcomeKind.UPDATED });
    expect(await sync.plan(round, 1, [aCreate('a', 'former@example.com')])).toEqual(stored);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    const ours = { ...deferred, value: 'ours@example.com' };
    const moved = [{ ...anUpdate('a', { email: null }, { email: 'ours@example.com' }), deferred: ours }];
    expect(await sync.plan(round, 2, moved, { pass: 'settle' })).toEqual(stored);
    expect(await run.worker.plan(run, 3, [aCreate('z', 'ours@example.com')])).toEqual(inUseBy('sync'));
    expect(await run.worker.plan(run, 3, [aCreate('a')])).toEqual(inUseBy('sync'));
  });

  test('When a round was left with its connection, then what it claims is free as soon as its lease is over', async () => {
    const { connection, run, round } = await sync.besideMigration(['a']);
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.tell(connection, { contacts: null });
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(inUseBy('sync'));
    await sync.release(round);
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toMatchObject({ outdated: [{ sourceId: 'a' }] });
  });

  test('When the portal has no sync, then a migration gets no such answer', async () => {
    const run = await orchestrator.run('roofers', orchestrator.connection('roofers'));
    expect(await run.worker.plan(run, 1, [aCreate('a')])).toEqual(stored);
  });
});

describe('A plan of what was read before another plan for it was stored is out of date', () => {
  const planAt = (
    { worker, ...run }: Awaited<ReturnType<typeof sync.besideMigration>>['run'],
    batch: number,
    records: PlannedRecord[],
    readAt?: string,
  ) => worker.plan(run, batch, records, 1, readAt === undefined ? {} : { readAt });

  test("When sync stored a plan after a migration read the record, then the migration's is refused, with the record's link", async () => {
    const { run, round } = await sync.besideMigration(['a', 'b']);
    const before = await sync.now();
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    expect(await planAt(run, 1, [aCreate('a'), aCreate('other')], before)).toEqual({
      taken: [],
      inUse: false,
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    const unchanged = {
      sourceId: 'a',
      name: 'A',
      warnings: [],
      action: 'unchanged',
      hubspotId: 'hs-a',
    } as const;
    expect(await planAt(run, 1, [unchanged, aCreate('other')], before)).toEqual(stored);
    expect(await planAt(run, 2, [aCreate('b')], await sync.now())).toEqual(stored);
  });

  test("When sync planned the record before a migration read it, and wrote it after that, then the migration's plan is refused", async () => {
    const { run, round } = await sync.besideMigration(['a']);
    await sync.plan(round, 1, [aCreate('a')]);
    const between = await sync.now();
    // HubSpot does not have the record yet while the migration looks it up.
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    expect(await planAt(run, 1, [aCreate('a')], between)).toMatchObject({
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    expect(await planAt(run, 1, [anUpdate('a', {}, {})], await sync.now())).toEqual(stored);
  });

  test('When the worker is of the release before, then what it read is as old as its run', async () => {
    const { run, round } = await sync.besideMigration(['a']);
    await sync.plan(round, 1, [aCreate('a')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.CREATED });
    expect(await planAt(run, 1, [aCreate('a')])).toMatchObject({ outdated: [{ sourceId: 'a' }] });
    const unheeding = run.worker.plan(run, 1, [aCreate('a')], 1, { heedsOthers: false });
    await expect(unheeding).rejects.toMatchObject({ code: 'server.unavailable' });
    const others = run.worker.plan(run, 1, [aCreate('other')], 1, { heedsOthers: false });
    expect(await others).toEqual(stored);
  });

  test('When a migration counted the record as unchanged since the round was taken, then sync writes it, later passes included', async () => {
    const { run, round } = await sync.besideMigration(['a', 'b']);
    const unchanged = {
      sourceId: 'a',
      name: 'A',
      warnings: [],
      action: 'unchanged',
      hubspotId: 'hs-a',
    } as const;
    await run.worker.plan(run, 1, [unchanged]);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.UNCHANGED });
    expect(await sync.plan(round, 1, [anUpdate('a', { phone: null }, { phone: '1' })])).toEqual(stored);
    await sync.batchDone(round, 1, { a: OutcomeKind.UPDATED });
    const deferred = { property: 'email', value: 'x@example.com', name: 'A', properties: {} };
    const move = { ...anUpdate('a', { email: null }, { email: 'x@example.com' }), deferred };
    expect(await sync.plan(round, 2, [move], { pass: 'settle' })).toEqual(stored);
  });

  test('When a migration stored a plan after the round was taken, then sync leaves the record due', async () => {
    const { connection, run, round } = await sync.besideMigration(['a', 'b']);
    const readAt = await sync.now();
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
    const [plan, readLater] = [[anUpdate('a', {}, {})], { a: await sync.now() }];
    expect(await sync.plan(next, 1, plan, { readAt })).toMatchObject({ outdated: [{ sourceId: 'a' }] });
    expect(await sync.plan(next, 1, plan, { readAt, readLater })).toEqual(stored);
  });

  test('When a migration planned the record before the round was taken, and wrote it after that, then sync leaves it due', async () => {
    const connection = await sync.switchedOn();
    const run = await orchestrator.run('roofers', connection);
    await sync.events(connection, ['a']);
    await run.worker.plan(run, 1, [anUpdate('a', { phone: '1' }, { phone: '2' })]);
    const round = await sync.round(connection);
    // HubSpot still has the former value while the round looks up the record.
    await run.worker.batchDone(run, 1, { a: OutcomeKind.UPDATED });
    expect(await sync.plan(round, 1, [anUpdate('a', {}, {})])).toMatchObject({
      inUse: false,
      outdated: [{ sourceId: 'a', hubspotId: 'hs-a' }],
    });
    expect(await sync.plan(await again(round), 1, [anUpdate('a', {}, {})])).toEqual(stored);
  });

  test('When sync planned a record after its migration did, then the migration gives its deferred value to none any more, and others that want it are due', async () => {
    const { connection, run, round } = await sync.besideMigration(['m']);
    const both = ['m', 'n'].map((id) => aCreateWithout(id, 'stale@example.com'));
    await run.worker.plan(run, 1, both);
    await run.worker.batchDone(run, 1, { m: OutcomeKind.CREATED, n: OutcomeKind.CREATED });
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
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'n', origin: 'freed_value' }]);
  });

  /** The next round of the same records. */
  async function again(round: Awaited<ReturnType<typeof sync.besideMigration>>['round']) {
    await sync.roundDone(round);
    return sync.round(round);
  }
});
