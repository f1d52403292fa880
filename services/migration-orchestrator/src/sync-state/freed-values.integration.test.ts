import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import type { HeldRound } from '../testing/sync-worker-under-test.ts';
import { aCreate, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const stored = { taken: [] };

/** A connection, its sync, and the rounds that are in hand. */
interface Waiting {
  readonly connection: Connection;
  readonly held: HeldRound;
  readonly inHand?: readonly HeldRound[];
}

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

  /** A round of one record, which is copied without its email and waits for it. */
  const wait = async (
    { connection, held, inHand = [] }: Waiting,
    sourceId: string,
    value: string,
  ): Promise<HeldRound> => {
    await sync.events(connection, [sourceId]);
    await sync.due();
    const { round } = await sync.take(held, inHand);
    if (!round) throw new Error('There is no round');
    const taken = { ...held, round };
    await sync.plan(taken, 1, [deferring(sourceId, value)]);
    await sync.batchDone(taken, 1, { [sourceId]: OutcomeKind.UPDATED });
    return taken;
  };

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

  test('When a record begins to wait for a value after a plan asked about it, then the plan does not give it to another one', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [deferring('a', 'y@example.com')]);
    await sync.batchDone(first, 1, { a: OutcomeKind.UPDATED });
    await sync.roundDone(first);
    await sync.events(connection, ['b', 'c']);
    const second = await sync.round(first);
    const given = anUpdate('b', { email: null }, { email: 'Y@example.com' });
    const others = [aCreate('c', 'c@example.com')];
    expect(await sync.plan(second, 1, [{ ...given, key: 'y@example.com' }, ...others])).toEqual({
      taken: [{ kind: 'key', key: 'y@example.com', sourceId: 'b', takenBy: 'a' }],
    });
    // A record that already has it keeps it, and another waiting record does not prevent that.
    const kept = anUpdate('b', { phone: null }, { phone: '1' });
    expect(await sync.plan(second, 1, [{ ...kept, key: 'y@example.com' }, ...others])).toEqual(stored);
  });

  test('When a migration takes the value from another record, then the one that waits is due; one that a migration leaves without waits too', async () => {
    const { connection, run, round } = await sync.besideMigration(['a']);
    await sync.plan(round, 1, [deferring('a', 'y@example.com')]);
    await sync.batchDone(round, 1, { a: OutcomeKind.UPDATED });
    await sync.roundDone(round);
    const readAt = await sync.now();
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

  test('When another record waits for an email, then none takes it with its own plan, and one that is due for it alone takes part', async () => {
    const connection = await sync.switchedOn();
    const waiting = (sourceId: string) => ({ ...deferring(sourceId, 'y@example.com'), key: undefined });
    await sync.events(connection, ['a', 'b']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [waiting('a'), waiting('b')]);
    await sync.batchDone(first, 1, { a: OutcomeKind.UPDATED, b: OutcomeKind.UPDATED });
    await sync.roundDone(first);
    const other = await sync.switchedOn();
    const takenBy = async (held: typeof first, sourceId: string, key: string | null) =>
      (await sync.identities(held, [{ sourceId, key }]))[0]?.keyTakenBy;

    await sync.events(connection, ['c', 'a']);
    const second = await sync.round(first);
    expect(await takenBy(second, 'c', ' Y@example.com')).toMatch(/^[ab]$/);
    expect(await takenBy(second, 'a', 'y@example.com')).toBe('b');
    expect(await takenBy(second, 'c', 'z@example.com')).toBeNull();
    expect(await takenBy(second, 'c', null)).toBeNull();
    await sync.events(other, ['d']);
    expect(await takenBy(await sync.round(other), 'd', 'y@example.com')).toBeNull();
    await database.asAdmin(
      `insert into sync_records (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at)
       select connection_id, kind, source_id, company_id, now() + interval '1 hour', 'freed_value', now(), now()
       from sync_waiting_values where source_id = 'b'`,
    );
    await sync.plan(second, 1, [waiting('c'), waiting('a')]);
    await sync.batchDone(second, 1, { c: OutcomeKind.UPDATED, a: OutcomeKind.UPDATED });
    const { values } = await sync.openValues(second);
    expect(values.map(({ sourceId }) => sourceId).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('When several contacts wait for one email, then a round gets all of them, the first one first', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['sharer', 'swapper']);
    const made = await sync.round(connection);
    await sync.copy(made);
    const waiting = { connection, held: made };
    await sync.roundDone(await wait(waiting, 'sharer', 'x@example.com'));
    const last = await wait(waiting, 'swapper', 'x@example.com');
    // Asked twice: from the second time on, records of earlier rounds take part.
    await sync.openValues(last);
    const { values } = await sync.openValues(last);
    expect(values.map(({ sourceId, value }) => [sourceId, value])).toEqual([
      ['swapper', 'x@example.com'],
      ['sharer', 'x@example.com'],
    ]);
  });

  test('When a record of the round has the value, then those that want it are returned, because they may have values that others want', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['has', 'wants']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [
      aCreate('has', 'x@example.com'),
      { ...deferring('wants', 'x@example.com'), key: undefined },
    ]);
    await sync.batchDone(round, 1, { has: OutcomeKind.CREATED, wants: OutcomeKind.UPDATED });
    expect((await sync.openValues(round)).values).toMatchObject([{ sourceId: 'wants' }]);
  });

  test('When another round plans one of several that wait for an email, then this round gives it to none of them, and the others are due', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['sharer', 'swapper', 'host']);
    const made = await sync.round(connection);
    await sync.copy(made);
    const waiting = { connection, held: made };
    for (const sourceId of ['sharer', 'swapper'])
      await sync.roundDone(await wait(waiting, sourceId, 'x@example.com'));
    const invites = await wait(waiting, 'host', 'y@example.com');
    const asking = async (round: typeof made) =>
      (await sync.openValues(round)).values.map(({ sourceId }) => sourceId).toSorted();
    await asking(invites);
    expect(await asking(invites)).toEqual(['host', 'sharer', 'swapper']);

    const beside = await wait({ ...waiting, inHand: [invites] }, 'swapper', 'x@example.com');
    const move: PlannedRecord = {
      ...anUpdate('swapper', { email: 'old@example.com' }, { email: 'x@example.com' }),
      deferred: { property: 'email', value: 'x@example.com', name: 'swapper', properties: {} },
    };
    expect(await sync.plan(invites, 2, [move], { pass: 'settle' })).toMatchObject({
      outdated: [{ sourceId: 'swapper' }],
    });
    expect(await asking(invites)).toEqual(['host']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'sharer', origin: 'freed_value' }]);
    expect(await sync.plan(beside, 2, [move], { pass: 'settle' })).toEqual(stored);
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
    // One record of the circle releases its value, the other one gets it, and then the first one gets the other's value.
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
    // The values that became free on the way made both due; they are found to be up to date.
    const last = await sync.round(made);
    await sync.copy(last, OutcomeKind.UNCHANGED);
    expect(await sync.list(connection)).toEqual([]);
  });
});
