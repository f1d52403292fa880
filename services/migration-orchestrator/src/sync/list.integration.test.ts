import { describe, expect, test } from '@jest/globals';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

describe('The list holds each record once', () => {
  test('When events repeat and arrive out of order, then a record is on the list once and is copied once', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b', 'a'], { receivedAt: new Date(2026, 1, 2) });
    await sync.events(connection, ['a'], { receivedAt: new Date(2026, 1, 1) });
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'a', seq: 2, dueIn: 2 },
      { sourceId: 'b', seq: 1 },
    ]);
    const held = await sync.round(connection);
    expect(held.round.records).toMatchObject([
      { sourceId: 'a', hubspotId: null, isNew: false, knownAt: new Date(2026, 1, 2).toISOString() },
      { sourceId: 'b' },
    ]);
    await sync.copy(held);
    expect(await sync.list(connection)).toEqual([]);
  });

  test('When all events of a record say when they happened, then the round says so of the oldest; else of none', async () => {
    const connection = await sync.switchedOn();
    const [first, second] = [new Date(2026, 1, 1), new Date(2026, 1, 2)];
    await sync.events(connection, ['dated', 'partly'], { changedAt: second });
    await sync.events(connection, ['dated'], { changedAt: first });
    await sync.events(connection, ['partly']);
    const held = await sync.round(connection);
    expect(held.round.records).toMatchObject([
      { sourceId: 'dated', changedAt: first.toISOString() },
      { sourceId: 'partly', changedAt: null },
    ]);
    await sync.copy(held);
  });

  test('When a record changes while a round has it in hand, then it is due again when the round is over, and linked', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b']);
    const held = await sync.round(connection);
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'a', seq: 2, inHand: true, dueIn: null },
      { sourceId: 'b', inHand: true },
    ]);
    await sync.copy(held);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', inHand: false, dueIn: 2 }]);
    const next = await sync.round(held);
    expect(next.round.records).toMatchObject([{ sourceId: 'a', hubspotId: 'hs-a' }]);
  });

  test('When a record is read two seconds after the last event of it that came while it was in hand, then it is not due again', async () => {
    const connection = await sync.switchedOn();
    const ids = ['covered', 'early', 'later', 'of-another-release'];
    await sync.events(connection, ids);
    const held = await sync.round(connection);
    await sync.events(connection, ids);
    const readAt = await sync.now();
    const afterTwoSeconds = new Date(Date.parse(readAt) + 2_000).toISOString();
    const readLater = Object.fromEntries(
      ids.filter((id) => id !== 'early').map((id) => [id, afterTwoSeconds] as const),
    );
    // The previous release counts an event without storing its time.
    await orchestrator.db.forSystem((tx) =>
      tx.query(`update sync_records set seq = seq + 1 where source_id = 'of-another-release'`),
    );
    const records = ids.map((id) => aCreate(id));
    expect(await sync.plan(held, 1, records, { readAt, readLater })).toEqual({ taken: [] });
    await sync.events(connection, ['later']);
    await sync.batchDone(held, 1, Object.fromEntries(ids.map((id) => [id, OutcomeKind.CREATED])));
    await sync.roundDone(held);
    expect(await sync.list(connection)).toMatchObject(
      ['early', 'later', 'of-another-release'].map((sourceId) => ({ sourceId, inHand: false, dueIn: 2 })),
    );
  });

  test('When a connection is not known yet, then it is asked for; when its auto-sync is off, its events are ignored', async () => {
    const on = sync.connection('roofers', { contacts: new Date().toISOString() });
    await sync.events(on, ['a']);
    await sync.events(on, ['j'], { kind: 'job' });
    await sync.events(on, ['x'], { kind: 'unheard_of' });
    expect(await sync.list(on)).toMatchObject([{ sourceId: 'a', kind: 'contact' }]);
    const off = sync.connection();
    expect(await sync.events(off, ['a'])).toEqual({ verdict: 'done' });
    expect(await sync.list(off)).toEqual([]);
  });

  test("When an event names another company's connection, then it is refused", async () => {
    const connection = await sync.switchedOn('roofers');
    expect(await sync.events({ ...connection, companyId: 'plumbers' }, ['a'])).toMatchObject({
      verdict: 'dead',
    });
    expect(await sync.list(connection)).toEqual([]);
  });

  test('When 100,000 events of 300 records arrive, then there are never more rows than records, and a pack reads no more than its records', async () => {
    const connection = await sync.switchedOn();
    const ids = Array.from({ length: 300 }, (_, index) => `c-${String(index)}`);
    for (let pack = 0; pack < 100; pack += 1)
      await sync.events(
        connection,
        Array.from({ length: 1_000 }, (_, index) => ids[(index * 7 + pack) % 300] ?? ''),
      );
    const list = await sync.list(connection);
    expect(list).toHaveLength(300);
    expect(list.every(({ seq }) => seq === 100)).toBe(true);
  });
});

describe('Only new records are copied', () => {
  test('When existing records are noted, then they are left to migrations and counted once, until a migration links them', async () => {
    const connection = sync.connection('roofers', { contacts: new Date().toISOString() });
    await sync.tell(connection);
    await sync.events(connection, ['old', 'new']);
    const held = await sync.round(connection);
    expect(held.round).toMatchObject({ existingNoted: false, records: [] });
    await sync.note(held, ['old', 'older'], false);
    await sync.note(held, ['oldest']);
    await sync.roundDone(held);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new' }]);
    await sync.events(connection, ['old', 'older']);
    await sync.events(connection, ['older']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new' }]);
    const left = () =>
      database.db.forSystem((tx) =>
        tx.one(`select left_count from sync_connections where connection_id = $1`, [connection.id]),
      );
    expect(await left()).toEqual({ left_count: 2 });
    const next = await sync.round(held);
    expect(next.round).toMatchObject({ existingNoted: true, records: [{ sourceId: 'new', isNew: false }] });
    await sync.roundDone(next);

    const run = await orchestrator.run('roofers', connection);
    await run.worker.planCreates(run, 1, ['older']);
    await run.worker.batchDone(run, 1, { older: OutcomeKind.CREATED });
    await sync.events(connection, ['older']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new' }, { sourceId: 'older' }]);
  });

  test('When a record is announced while existing ones are noted, before or after, then it is not one of them', async () => {
    const since = new Date();
    const connection = sync.connection('roofers', { contacts: since.toISOString() });
    await sync.tell(connection);
    await sync.events(connection, ['early'], { createdAt: since });
    await sync.events(connection, ['repeated'], { createdAt: new Date(since.getTime() - 60_000) });
    const held = await sync.round(connection);
    await sync.note(held, ['early', 'late', 'repeated']);
    await sync.roundDone(held);
    await sync.events(connection, ['late']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'early' }]);
    await sync.events(connection, ['late'], { createdAt: since });
    const next = await sync.round(held);
    expect(next.round.records).toMatchObject([
      { sourceId: 'early', isNew: false },
      { sourceId: 'late', isNew: false },
    ]);
    const left = await database.db.forSystem((tx) =>
      tx.one(`select left_count from sync_connections where connection_id = $1`, [connection.id]),
    );
    expect(left).toEqual({ left_count: 1 });
  });

  test('When a new record was skipped, then it stays new', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.copy(held, OutcomeKind.SKIPPED);
    expect(await sync.list(connection)).toEqual([]);
    await sync.events(connection, ['a']);
    expect((await sync.round(held)).round.records).toMatchObject([{ sourceId: 'a', isNew: true }]);
  });
});
