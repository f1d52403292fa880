import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { AccuracyUnderTest, writtenContacts } from '../testing/accuracy-under-test.ts';
import { copyContacts } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import type { Outcome } from '../testing/sync-worker-under-test.ts';
import { anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);
const accuracy = new AccuracyUnderTest(orchestrator, sweeps);

const { FAILED, UNCHANGED, UPDATED } = OutcomeKind;
const repair = { differing: ['city'] };
const byHand = { changedByPeople: [{ property: 'phone', by: 'CRM_UI' }] };
const planOf = (sourceId: string, digest = 'one'): PlannedRecord => ({
  ...anUpdate(sourceId, { city: null }, { city: 'Boise' }),
  digest: `1:${digest}`,
});

/** The round of the due records, in which each record gets its outcome. */
async function copied(
  connection: Connection,
  outcomes: Readonly<Record<string, Outcome>>,
  digests: Readonly<Record<string, string>> = {},
) {
  const round = await sync.round(connection);
  await sync.plan(
    round,
    1,
    Object.keys(outcomes).map((id) => planOf(id, digests[id])),
  );
  await sync.batchDone(round, 1, outcomes);
  await sync.roundDone(round);
  await sync.release(round);
  return round;
}

describe('A record that HubSpot does not have as it was written', () => {
  test('When its round takes it, then it learns which state that was, and when; a record that an event made due is not', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one' });
    await accuracy.whole(connection, { a: repair });
    await sync.events(connection, ['b']);
    const { round, ...held } = await sync.round(connection);
    expect(round.records).toMatchObject([
      { sourceId: 'a', check: { digest: '1:one', writtenAt: expect.any(String) } },
      { sourceId: 'b', check: null },
    ]);
    await sync.release({ ...held });
  });

  test('When it is updated, then it is repaired; unchanged, then it was equal; the feed names the comparison', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one', c: 'one', d: 'one' });
    await accuracy.whole(connection, { a: repair, b: repair, c: { ...repair, ...byHand } });
    await copied(connection, { a: UPDATED, b: UNCHANGED, c: UNCHANGED });
    expect(await accuracy.checks(connection)).toMatchObject([
      { compared: 4, equal: 2, changed_by_people: 1, repaired: 1 },
    ]);
    expect(await accuracy.findings(connection)).toMatchObject([
      { sourceId: 'a', verdict: 'repaired', properties: [{ property: 'city', by: null }] },
      { sourceId: 'c', verdict: 'changed_by_people' },
    ]);
    const feed = await database.db.forSystem((tx) =>
      tx.query(
        `select source_id, origin from sync_outcomes where connection_id = $1 and outcome <> 'created' order by 1`,
        [connection.id],
      ),
    );
    expect(feed).toEqual(['a', 'b', 'c'].map((id) => ({ source_id: id, origin: 'check' })));
  });

  test('When its source has changed since then, then its update is no repair', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    await accuracy.whole(connection, { a: repair });
    await copied(connection, { a: UPDATED }, { a: 'two' });
    expect(await accuracy.checks(connection)).toMatchObject([{ repaired: 0 }]);
    expect(await accuracy.findings(connection)).toEqual([]);
  });

  test('When an event of it comes before its round, then it is due for that; during it, afterwards', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one' });
    await accuracy.whole(connection, { a: repair, b: repair });
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toMatchObject([{ origin: 'event' }, { origin: 'check' }]);
    const round = await sync.round(connection);
    await sync.events(connection, ['b']);
    expect(await sync.list(connection)).toMatchObject([{ origin: 'event' }, { origin: 'check' }]);
    // Even though both are read after the event: this round, unlike one caused by an event, leaves alone what others changed.
    const readAt = new Date(Date.parse(await sync.now()) + 2_000).toISOString();
    await sync.plan(round, 1, [planOf('a'), planOf('b')], { readAt });
    await sync.batchDone(round, 1, { a: UPDATED, b: { kind: FAILED, reason: 'hubspot_record_gone' } });
    await sync.roundDone(round);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b', origin: 'event' }]);
    expect(await accuracy.findings(connection)).toEqual([]);
    await sync.release(round);
  });

  test('When HubSpot rejects it, then it is a dead letter, and a user who tries it again has it copied as a whole', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    await accuracy.whole(connection, { a: repair });
    await copied(connection, { a: { kind: FAILED, reason: 'invalid_value' } });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', dead: true, origin: 'check' }]);
    expect(await accuracy.whole(connection)).toEqual([]);
    await sync.events(connection, ['a']);
    expect(await sync.list(connection)).toMatchObject([{ dead: false, origin: 'event' }]);
  });

  test('When a worker of the release before takes the round, then the record is not in it', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one' });
    await accuracy.whole(connection, { a: repair });
    await sync.events(connection, ['b']);
    const held = await sync.claim(await sync.syncIdOf(connection));
    await sync.due();
    const { round } = await sync.take(held, [], { heedsChecks: false });
    expect(round?.records).toMatchObject([{ sourceId: 'b' }]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b' }]);
    await sync.release(held);
  });
});

describe('What is known of what was written', () => {
  test('When a plan is counted, then it has the marks of its record: all, more, or those of before', async () => {
    const connection = await writtenContacts(sync, { a: 'one', b: 'one', c: 'one', d: 'one' });
    expect(await accuracy.written(connection)).toEqual({ a: 'marks', b: 'marks', c: 'marks', d: 'marks' });
    await sync.events(connection, ['a', 'b', 'c', 'd']);
    await copied(connection, {
      a: { kind: UPDATED, written: 'whole' },
      b: { kind: UPDATED, written: '+more', adds: true },
      c: UNCHANGED,
      d: { kind: FAILED, reason: 'invalid_value' },
    });
    expect(await accuracy.written(connection)).toEqual({
      a: 'whole',
      b: 'marks+more',
      c: 'marks',
      d: 'marks',
    });
  });

  test('When a sweep notes another state, or a value follows later, then the moment of writing stays', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    const written = async () => {
      const held = await accuracy.begin(connection);
      const [record] = (await accuracy.page(held)).records;
      await sweeps.release(held);
      return record?.writtenAt;
    };
    const before = await written();
    await database.asAdmin(
      `update source_states set digest = '0:former', stored_at = now() where source_id = 'a'`,
    );
    await sync.events(connection, ['a']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [{ ...anUpdate('a', {}, { email: 'a@b.co' }) }], { pass: 'settle' });
    await sync.batchDone(round, 1, { a: { kind: UPDATED, written: '+email', adds: true } });
    await sync.roundDone(round);
    await sync.release(round);
    await database.asAdmin(`delete from sync_records where source_id = 'a'`);
    expect(await accuracy.written(connection)).toEqual({ a: 'marks+email' });
    expect(await written()).toBe(before);
  });

  test('When a migration copies records, then it is known of them as well', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection);
    await run.worker.plan(run, 1, [planOf('a')]);
    await run.worker.batchDone(run, 1, { a: UPDATED });
    expect(await accuracy.written(connection)).toEqual({ a: null });
  });

  test('When the connection leads to another portal, then nothing is known', async () => {
    const connection = await writtenContacts(sync, { a: 'one' });
    await accuracy.whole(connection, { a: byHand });
    await sync.change(connection, { hubSpotPortalId: 'elsewhere' });
    expect(await accuracy.written(connection)).toEqual({});
    await copyContacts(sync, connection, { a: 'one' });
    expect(await accuracy.written(connection)).toEqual({ a: null });
  });
});
