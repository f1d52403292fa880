import { describe, expect, test } from '@jest/globals';
import { getSync, type AutoSyncResume, type Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);
const roofers = orchestrator.person('roofers');

const statusOf = ({ id }: Connection) => roofers(getSync, { params: { id: String(id) } });
const off = (connection: Connection) => sync.tell(connection, { contacts: null });
const on = async (connection: Connection, choice: AutoSyncResume, afterMs = 0): Promise<string> => {
  const contacts = new Date(Date.now() + afterMs).toISOString();
  await sync.tell(connection, { contacts, resume: { contacts: choice } });
  return contacts;
};
const markOf = async ({ id }: Connection) => {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ mark: Date | null }>(
      `select mark from sweeps where connection_id = $1 and pass = 'recent' and kind = 'contact'`,
      [id],
    ),
  );
  return rows[0]?.mark?.toISOString() ?? null;
};
const lastChange = '2026-11-01T12:00:00.000Z';

/** Contacts that were copied and compared, and a recent sweep that has seen changes up to then. */
async function comparedUntilNow(digests: Readonly<Record<string, string>>): Promise<Connection> {
  const connection = await comparedContacts(sync, sweeps, digests);
  await sweeps.whole(connection, [swept('a', 'one', { changedAt: lastChange })], 'recent');
  return connection;
}

describe('Auto-sync is switched on again and catches up', () => {
  test('When records were created and changed while it was off, then both are copied, and none of them counts as missed', async () => {
    const connection = await comparedUntilNow({ a: 'one', b: 'one' });
    const { since } = (await sweeps.of(connection)).sweep;
    await off(connection);
    await on(connection, 'catch_up');
    const recent = await sweeps.of(connection, 'recent');
    expect(recent.sweep).toMatchObject({ since, after: '2026-11-01T11:45:00.000Z' });
    await sweeps.page(recent, [swept('created', 'one', { changedAt: null })]);
    await sweeps.whole(connection, page({ a: 'two', b: 'one' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }, { sourceId: 'created' }]);
    expect(await sweeps.findings(connection)).toEqual([]);
    const { round } = await sync.round(connection);
    expect(round).toMatchObject({ since, existingNoted: true });
    expect(round.records.map(({ sourceId }) => sourceId).toSorted()).toEqual(['a', 'created']);
  });

  test('When a job was created while it was off, then it is new; one from before the first switch is not', async () => {
    const connection = await sync.switchedOn('roofers', ['jobs']);
    await sync.tell(connection, { jobs: null });
    const created = new Date().toISOString();
    const jobs = new Date(Date.now() + 3_600_000).toISOString();
    await sync.tell(connection, { jobs, resume: { jobs: 'catch_up' } });
    const older = new Date(Date.now() - 60_000).toISOString();
    const at = (time: string) => ({ createdAt: time, changedAt: time });
    await sweeps.whole(
      connection,
      [swept('new', 'one', at(created)), swept('old', 'one', at(older))],
      'recent',
      'job',
    );
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new' }]);
    expect(await sweeps.findings(connection)).toEqual([]);
  });

  test('When it was off and on within a minute, with a round in hand, then what was in hand is due again, new by the first moment', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['held']);
    const first = await sync.round(connection);
    await sync.plan(first, 1, [aCreate('held')]);
    // The connection service only reports the final state.
    await on(connection, 'catch_up', 1_000);
    await expect(sync.plan(first, 2, [aCreate('held')])).rejects.toMatchObject({ code: 'run.cancelled' });
    await sync.batchDone(first, 1, { held: OutcomeKind.CREATED });
    const { round } = await sync.round(first);
    expect(round).toMatchObject({
      since: first.round.since,
      existingNoted: true,
      records: [{ sourceId: 'held', hubspotId: 'hs-held' }],
    });
  });

  test('When it was caught up before, then it is again, since the first switch', async () => {
    const connection = await comparedUntilNow({ a: 'one' });
    const { since } = (await sweeps.of(connection)).sweep;
    await on(connection, 'catch_up', 1_000);
    await off(connection);
    await on(connection, 'catch_up', 2_000);
    expect((await sweeps.of(connection)).sweep.since).toBe(since);
  });
});

describe('Auto-sync is switched on again from then on', () => {
  test('When records waited, then they are left to migrations, each counted once, also when the event repeats', async () => {
    const connection = await comparedUntilNow({ a: 'one' });
    await sync.events(connection, ['a', 'unlinked']);
    await off(connection);
    await on(connection, 'from_now');
    expect(await sync.list(connection)).toEqual([]);
    expect(await statusOf(connection)).toMatchObject({ waiting: 0, leftToMigrations: 2 });
    await sync.events(connection, ['a']);
    await sync.tell(connection);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }]);
    expect(await statusOf(connection)).toMatchObject({ waiting: 1, leftToMigrations: 2 });
  });

  test('When records changed while it was off, then the next pass notes them; what changes after that is found', async () => {
    const connection = await comparedUntilNow({ a: 'one', b: 'one' });
    await off(connection);
    const since = await on(connection, 'from_now');
    expect(await markOf(connection)).toBeNull();
    const all = await sweeps.of(connection);
    expect(all.sweep.since).toBe(since);
    await sweeps.page(all, page({ a: 'two', b: 'one' }));
    await sweeps.end(all);
    expect(await sync.list(connection)).toEqual([]);
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '1:two' }, { digest: '1:one' }]);
    await sweeps.whole(connection, page({ a: 'three', b: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }, { sourceId: 'b' }]);
  });

  test('When contacts were created while it was off, then they are noted as old; an event of a linked one is processed', async () => {
    const connection = await comparedUntilNow({ a: 'one' });
    await off(connection);
    const since = await on(connection, 'from_now', 1_000);
    const noting = await sync.round(connection);
    expect(noting.round).toMatchObject({ since, existingNoted: false, records: [] });
    await sync.note(noting, ['created', 'a']);
    await sync.roundDone(noting);
    await sync.events(connection, ['created', 'a']);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }]);
    expect(await statusOf(connection)).toMatchObject({ leftToMigrations: 1 });
  });

  test('When a batch that was read before the switch is counted after it, then its state is noted again, not compared', async () => {
    const connection = await comparedUntilNow({ a: 'one' });
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.plan(held, 1, [{ ...aCreate('a'), digest: '1:two' }]);
    await on(connection, 'from_now', 1_000);
    await sync.batchDone(held, 1, { a: OutcomeKind.UPDATED });
    await sweeps.whole(connection, page({ a: 'three' }));
    expect(await sync.list(connection)).toEqual([]);
  });
});

test('When auto-sync of a kind was never on, then a choice changes nothing', async () => {
  const connection = sync.connection('roofers', {});
  await sync.tell(connection);
  await on(connection, 'catch_up');
  expect((await sync.round(connection)).round.existingNoted).toBe(false);
  const other = await sync.switchedOn('roofers', ['jobs']);
  await on(other, 'from_now');
  expect(await statusOf(other)).toMatchObject({ leftToMigrations: 0 });
});

test('When two replicas take the same switch, then it is applied once', async () => {
  const connection = await comparedUntilNow({ a: 'one' });
  await sync.events(connection, ['a']);
  await off(connection);
  const contacts = new Date().toISOString();
  const tell = () => sync.tell(connection, { contacts, resume: { contacts: 'from_now' } });
  await Promise.all([tell(), tell()]);
  expect(await statusOf(connection)).toMatchObject({ leftToMigrations: 1 });
});
