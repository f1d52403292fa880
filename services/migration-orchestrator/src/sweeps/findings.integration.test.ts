import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { Absence, OutcomeKind } from '@ridgeline/events';
import { decideMissed } from '../sync-state/sweep-findings.postgres.ts';
import { comparedContacts, copyContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

const hourMs = 3_600_000;
const later = (ms: number) => new Date(Date.now() + ms);
const minutesPass = (minutes: number) =>
  database.asAdmin(
    `update sweep_findings set found_at = found_at - interval '${String(minutes)} minutes'`,
    `update source_states set stored_at = stored_at - interval '${String(minutes)} minutes',
       unseen_at = unseen_at - interval '${String(minutes)} minutes'`,
  );
const decide = () => database.db.forSystem((tx) => decideMissed(tx, hourMs));

/** A connection with a contact for which a sweep found an edit. */
async function withFinding(): Promise<Connection> {
  const connection = await comparedContacts(sync, sweeps, { a: 'one' });
  await sweeps.whole(connection, page({ a: 'two' }));
  return connection;
}

describe('A change that a sweep found', () => {
  test('When an event comes within 30 seconds, then it was on its way, and nothing was found', async () => {
    const connection = await withFinding();
    await sync.events(connection, ['a'], { receivedAt: later(20_000) });
    expect(await sweeps.findings(connection)).toEqual([]);
  });

  test('When an event comes later than that, then it is late', async () => {
    const connection = await withFinding();
    await sync.events(connection, ['a', 'other'], { receivedAt: later(40_000) });
    expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'late' }]);
    await minutesPass(61);
    await decide();
    expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'late' }]);
  });

  test('When no event comes within an hour, then it is missed, and stays so', async () => {
    const connection = await withFinding();
    await minutesPass(59);
    await decide();
    expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'open' }]);
    await minutesPass(2);
    expect(await decide()).toBe(1);
    await sync.events(connection, ['a']);
    expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'missed' }]);
  });

  test('When the record was read after an event, and was as before, then the event was early', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await copyContacts(sync, connection, { a: 'one', b: 'one' }, { changedAt: later(1_000) });
    expect(await sweeps.states(connection)).toMatchObject([{ unseen: true }, { unseen: true }]);
    await copyContacts(sync, connection, { b: 'two' });
    expect(await sweeps.states(connection)).toMatchObject([{ unseen: true }, { unseen: false }]);
    await sweeps.whole(connection, page({ a: 'two', b: 'three' }));
    expect(await sweeps.findings(connection)).toMatchObject([
      { sourceId: 'a', verdict: 'early' },
      { sourceId: 'b', verdict: 'open' },
    ]);
  });

  test('When an event was dated before the state that it led to, then it was not early', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await copyContacts(sync, connection, { a: 'one' }, { changedAt: later(-60_000) });
    expect(await sweeps.states(connection)).toMatchObject([{ unseen: false }]);
  });

  test('When the clock of the source is an hour ahead, then an event that was received before the state that it led to was not early', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    const receivedAt = later(-60_000);
    await sync.events(connection, ['a'], { receivedAt, changedAt: later(hourMs) });
    const round = await sync.round(connection);
    await sync.plan(round, 1, [{ ...aCreate('a'), digest: '1:one' }]);
    await sync.batchDone(round, 1, { a: OutcomeKind.UNCHANGED });
    await sync.roundDone(round);
    expect(await sweeps.states(connection)).toMatchObject([{ unseen: false }]);
  });

  test('When AccuLynx showed no change for an hour after an event, then a change that a sweep finds later is another one', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await copyContacts(sync, connection, { a: 'one' }, { changedAt: later(1_000) });
    await minutesPass(61);
    await sweeps.whole(connection, page({ a: 'one' }));
    await sweeps.whole(connection, page({ a: 'two' }));
    expect(await sweeps.findings(connection)).toMatchObject([{ verdict: 'open' }]);
  });

  test('When its round finds that the record is not new, then nothing was found', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sweeps.whole(connection, page({ older: 'one' }), 'recent');
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'older' }]);
    await sync.roundDone(await sync.round(connection), { absent: { older: Absence.NOT_NEW } });
    expect(await sweeps.findings(connection)).toEqual([]);
  });
});

describe('A change that no event could report', () => {
  test('When a record changed before all were compared since the switch, then it is copied, and no event was missed', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts', 'jobs']);
    await copyContacts(sync, connection, { a: 'one' });
    await sweeps.whole(connection, page({ a: 'two' }));
    const [before, after] = [later(-60_000).toISOString(), later(60_000).toISOString()];
    await database.asAdmin(
      `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
       select 'roofers', portal_id, 'job', id, id from sync_connections, (values ('j'), ('k')) as v(id)
       where connection_id = ${String(connection.id)}`,
      `insert into source_states (connection_id, company_id, kind, source_id, digest, stored_at)
       select ${String(connection.id)}, 'roofers', 'job', id, '1:one', now() from (values ('j'), ('k')) as v(id)`,
    );
    const jobs = [swept('j', 'two', { changedAt: before }), swept('k', 'two', { changedAt: after })];
    await sweeps.whole(connection, jobs, 'all', 'job');
    expect((await sync.list(connection)).map(({ sourceId }) => sourceId)).toEqual(['a', 'j', 'k']);
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'k' }]);
  });

  test('When AccuLynx sends its events to another processor, then changes are copied, and none is missed', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sync.change(connection, { customEventProcessorUrl: 'https://events.example' });
    await sweeps.whole(connection, page({ a: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'sweep' }]);
    expect(await sweeps.findings(connection)).toEqual([]);
  });

  test('When auto-sync is switched off before an event came, then none is missed', async () => {
    const connection = await withFinding();
    await sync.tell(connection, { contacts: null });
    expect(await sweeps.findings(connection)).toEqual([]);
  });
});
