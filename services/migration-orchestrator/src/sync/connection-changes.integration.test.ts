import { describe, expect, test } from '@jest/globals';
import { getSync, type Connection } from '@ridgeline/contracts';
import { Absence, OutcomeKind, RoundResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

describe('A connection changes while its sync is under way', () => {
  test('When a kind is switched off, then its list waits, the round in hand ends, and the other kind continues', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    await sync.events(connection, ['a', 'b']);
    await sync.events(connection, ['j'], { kind: 'job' });
    const held = await sync.round(connection);
    const kind = held.round.migrationType === 'contacts' ? 'contact' : 'job';
    await sync.plan(held, 1, [aCreate(kind === 'contact' ? 'a' : 'j')], { kind });
    await sync.tell(connection, { [held.round.migrationType]: null });
    expect(await sync.list(connection)).not.toContainEqual(expect.objectContaining({ kind }));
    expect(await sync.list(connection)).not.toEqual([]);
    await expect(sync.plan(held, 2, [aCreate('b')], { kind })).rejects.toMatchObject({
      code: 'run.cancelled',
    });
    // The feed still shows what was written.
    await sync.batchDone(held, 1, { [kind === 'contact' ? 'a' : 'j']: OutcomeKind.CREATED });
    await sync.events(connection, ['a'], { kind });
    expect(await sync.list(connection)).not.toContainEqual(expect.objectContaining({ kind }));
  });

  test('When it is deleted, then all of it goes, and late reports and events change nothing', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    const held = await sync.round(connection);
    await sync.tell(connection, { deleted: true });
    await expect(sync.plan(held, 1, [aCreate('a')])).rejects.toMatchObject({ code: 'run.cancelled' });
    await sync.roundDone(held, { result: RoundResult.PUT_BACK });
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toEqual([]);
    expect((await sync.take(held)).round).toBeNull();
  });

  test('When it leads to another portal, then its list stays, and what was in hand is copied there', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b']);
    const held = await sync.round(connection);
    await sync.plan(held, 1, [aCreate('a')]);
    await sync.change(connection, { hubSpotPortalId: 'moved', portalId: 'moved' });
    await sync.batchDone(held, 1, { a: OutcomeKind.CREATED });
    expect(await sync.syncIdOf(connection)).not.toBe(held.syncId);
    const next = await sync.round(connection);
    expect(next.round.records).toMatchObject([
      { sourceId: 'a', hubspotId: null },
      { sourceId: 'b', hubspotId: null },
    ]);
  });
});

const roofers = orchestrator.person('roofers');

const statusOf = ({ id }: Connection) => roofers(getSync, { params: { id: String(id) } });
const switchOff = (connection: Connection) => sync.tell(connection, { contacts: null });
const switchOn = async (connection: Connection) =>
  sync.tell(connection, { contacts: new Date().toISOString() });

/** The next round, after the existing records, including these, were stored. */
async function afterNoting(connection: Connection, existing: readonly string[]) {
  const noting = await sync.round(connection);
  expect(noting.round).toMatchObject({ existingNoted: false, records: [] });
  await sync.note(noting, existing);
  await sync.roundDone(noting);
  return sync.round(noting);
}

describe('Auto-sync is switched off and on again while records wait', () => {
  test('When it is off, then no round is taken, and nothing more is reported as copied', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a', 'b']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    const { upToDateAsOf } = await statusOf(connection);
    await switchOff(connection);
    await sync.due();
    expect(await sync.take(held)).toMatchObject({ round: null, waitMs: null });
    expect(await statusOf(connection)).toMatchObject({ state: 'off', upToDateAsOf });
  });

  test('When it is on again, then what waited is due, and is new by the moment under which it waited; later records by theirs', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['linked']);
    const first = await sync.round(connection);
    await sync.copy(first);
    await sync.events(connection, ['linked', 'created']);
    await sync.round(first);
    await sync.release(first);
    await switchOff(connection);
    await switchOn(connection);
    const before = await statusOf(connection);
    expect(before).toMatchObject({ state: 'working', waiting: 2 });
    expect(Date.parse(before.upToDateAsOf ?? '')).toBeLessThan(Date.parse(before.oldestWaitingAt ?? ''));
    const kept = await afterNoting(connection, ['created', 'other']);
    expect(kept.round).toMatchObject({
      since: first.round.since,
      records: [
        { sourceId: 'created', hubspotId: null, isNew: false },
        { sourceId: 'linked', hubspotId: 'hs-linked' },
      ],
    });
    await sync.events(connection, ['other', 'later']);
    await sync.roundDone(kept, { absent: { created: Absence.NOT_NEW, linked: Absence.GONE } });
    const later = await sync.round(kept);
    expect(later.round.records).toMatchObject([{ sourceId: 'later' }]);
    expect(Date.parse(later.round.since)).toBeGreaterThan(Date.parse(kept.round.since));
    await sync.copy(later);
    expect(await statusOf(connection)).toMatchObject({ state: 'current', waiting: 0, leftToMigrations: 2 });
  });

  test('When an event was received before it was switched off, then its record waits with the others, however late it comes', async () => {
    const connection = await sync.switchedOn();
    const receivedAt = new Date();
    await switchOff(connection);
    await sync.events(connection, ['late'], { receivedAt });
    await sync.events(connection, ['ignored'], { receivedAt: new Date(Date.now() + 60_000) });
    expect(await sync.list(connection)).toEqual([]);
    await switchOn(connection);
    await sync.events(connection, ['later'], { receivedAt });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'late' }, { sourceId: 'later' }]);
    expect((await statusOf(connection)).waiting).toBe(2);
    expect((await afterNoting(connection, [])).round.records).toHaveLength(2);
  });

  test('When a record had failed, or waits for a value, then it is tried again when auto-sync is on again', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['failed', 'waits']);
    const held = await sync.round(connection);
    const deferred = { property: 'email', value: 'a@x.example', name: 'A', properties: {} };
    await sync.plan(held, 1, [aCreate('failed'), { ...aCreate('waits'), deferred }]);
    const rejected = { kind: OutcomeKind.FAILED, reason: 'refused' };
    await sync.batchDone(held, 1, { failed: rejected, waits: OutcomeKind.CREATED });
    await sync.roundDone(held);
    await sync.release(held);
    await switchOff(connection);
    expect(await statusOf(connection)).toMatchObject({ state: 'off', deadLetters: 0 });
    await switchOn(connection);
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'failed', dead: false, attempts: 0 },
      { sourceId: 'waits', origin: 'freed_value' },
    ]);
  });

  test('When the connection is deleted while it is off, then none of its records is kept', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    await switchOff(connection);
    await sync.tell(connection, { deleted: true });
    const kept = await orchestrator.db.forSystem((tx) =>
      tx.query(`select from sync_kept_records where connection_id = $1`, [connection.id]),
    );
    expect(kept).toEqual([]);
  });
});
