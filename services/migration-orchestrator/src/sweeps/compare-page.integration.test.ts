import { describe, expect, test } from '@jest/globals';
import { Absence, OutcomeKind } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { comparedContacts, copyContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { takePage } from './take-reports.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

/** How many rows this database connection has written to each table. */
const writes = (tx: Tx) =>
  tx.query<{ table: string; rows: number }>(
    `select relname as table, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_xact_user_tables
     where schemaname = 'migration'`,
  );

describe('A record that was copied before', () => {
  test('When an edit was reported by no event, then a sweep makes the record due, and names it', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await sweeps.whole(connection, page({ a: 'one', b: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b', origin: 'sweep' }]);
    expect(await sweeps.findings(connection)).toEqual([{ sourceId: 'b', verdict: 'open', name: 'Name b' }]);
  });

  test('When nothing differs, then nothing is due, and nothing is written but the row of the sweep', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    const held = await sweeps.of(connection);
    const found = { readAt: await sweeps.now(), records: page({ a: 'one', b: 'one' }), cursor: {}, calls: 1 };
    const written = await database.db.forSystem(async (tx) => {
      const before = await writes(tx);
      await takePage(tx, held, found, 3_600_000);
      return (await writes(tx)).filter(
        ({ table, rows }) => before.find((one) => one.table === table)?.rows !== rows,
      );
    });
    expect(written).toEqual([expect.objectContaining({ table: 'sweeps' })]);
    expect(await sync.list(connection)).toEqual([]);
  });

  test('When a page was read before a newer state was planned, then it does not affect that record', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    const held = await sweeps.of(connection);
    const readAt = await sweeps.now();
    await copyContacts(sync, connection, { a: 'two' });
    await sweeps.page(held, page({ a: 'one', b: 'three' }), { readAt });
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'b' }]);
  });

  test('When a record waits or is in hand, then the sweep leaves it to its round; a dead letter that changed is tried again', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one', c: 'one' });
    await sync.events(connection, ['a']);
    const round = await sync.round(connection);
    await sync.events(connection, ['b']);
    await sweeps.whole(connection, page({ a: 'two', b: 'two' }));
    expect(await sync.list(connection)).toMatchObject([
      { sourceId: 'a', seq: 1, inHand: true },
      { sourceId: 'b', seq: 1, inHand: false },
    ]);
    await sync.copy(round, { kind: OutcomeKind.FAILED, reason: 'refused' });
    expect(await sync.list(connection)).toContainEqual(
      expect.objectContaining({ sourceId: 'a', dead: true }),
    );
    await sweeps.whole(connection, page({ a: 'two', b: 'two' }));
    expect(await sync.list(connection)).toContainEqual(
      expect.objectContaining({ sourceId: 'a', dead: false }),
    );
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'a' }]);
  });

  test('When a dead letter whose failure stored no state is seen again, then it is tried once', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sync.events(connection, ['a']);
    const dead = () =>
      database.asAdmin(
        `update sync_records set due_at = null, dead_at = now() where connection_id = ${String(connection.id)}`,
      );
    await dead();
    await sweeps.whole(connection, page({ a: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', dead: false }]);
    await dead();
    await sweeps.whole(connection, page({ a: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', dead: true }]);
  });

  test('When a round finds that AccuLynx does not have a record, then a change that a sweep sees of it is due', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await sync.events(connection, ['a', 'b']);
    const absent = { a: Absence.GONE, b: Absence.GONE };
    await sync.roundDone(await sync.round(connection), { absent });
    await sweeps.whole(connection, page({ a: 'two', b: 'one' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'sweep' }]);
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'a', verdict: 'open' }]);
  });

  test('When digests are of another version, then the new ones are noted and nothing is due, and later edits are found', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    const next = (digest: string) => ({ ...swept('a', ''), digest });
    await sweeps.whole(connection, [next('2:fields'), { ...next('2:fields'), sourceId: 'b' }]);
    expect(await sync.list(connection)).toEqual([]);
    expect(await sweeps.states(connection)).toMatchObject([{ digest: '2:fields' }, { digest: '2:fields' }]);
    await sweeps.whole(connection, [next('2:other')]);
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a' }]);
  });

  test('When a linked record was copied before there were states, then its state is noted', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    await sync.copy(await sync.round(connection));
    expect(await sweeps.states(connection)).toEqual([]);
    await sweeps.whole(connection, page({ a: 'one' }));
    expect(await sweeps.states(connection)).toEqual([{ sourceId: 'a', digest: '1:one', unseen: false }]);
    expect(await sync.list(connection)).toEqual([]);
  });
});

describe('A record that was never copied', () => {
  test('When a job was created since the switch, then it is due; an older one is left to migrations', async () => {
    const connection = await sync.switchedOn('roofers', ['jobs']);
    const at = (minutes: number) => {
      const time = new Date(Date.now() + minutes * 60_000).toISOString();
      return { createdAt: time, changedAt: time };
    };
    const found = [swept('new', 'one', at(1)), swept('old', 'one', at(-1))];
    await sweeps.whole(connection, found, 'recent', 'job');
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new', kind: 'job', origin: 'sweep' }]);
    expect(await sweeps.findings(connection)).toMatchObject([{ sourceId: 'new', verdict: 'open' }]);
  });

  test('When a search by creation day shows a contact that was not noted as old, then it is due; a pass over all proves nothing', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['old']);
    await sync.roundDone(await sync.round(connection), { absent: { old: Absence.NOT_NEW } });
    await sweeps.whole(connection, page({ new: 'one', old: 'one' }));
    expect(await sync.list(connection)).toEqual([]);
    await sweeps.whole(connection, page({ new: 'one', old: 'one' }), 'recent');
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'new' }]);
  });

  test('When the contacts that were there are not noted yet, then none is taken as new', async () => {
    const connection = await sync.switchedOn();
    await database.asAdmin(`update sync_connections set existing_noted = '{}'`);
    await sweeps.whole(connection, page({ unknown: 'one' }), 'recent');
    expect(await sync.list(connection)).toEqual([]);
  });

  test('When a new contact was skipped, then it is due when it changes; the same of one that is not new is left to migrations', async () => {
    const connection = await sync.switchedOn();
    await copyContacts(sync, connection, { skipped: 'one' }, { outcome: OutcomeKind.SKIPPED });
    const run = await orchestrator.run('roofers', connection);
    await run.worker.plan(run, 1, [
      {
        sourceId: 'older',
        name: 'Old',
        warnings: [],
        action: 'skip',
        reason: 'no_email',
        message: 'no email',
        digest: '1:one',
      },
    ]);
    await run.worker.batchDone(run, 1, { older: OutcomeKind.SKIPPED });
    await sweeps.whole(connection, page({ skipped: 'one', older: 'one' }));
    expect(await sync.list(connection)).toEqual([]);
    await sweeps.whole(connection, page({ skipped: 'two', older: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'skipped' }]);
  });
});

test('When two companies have records of the same ids, then a page of one does not affect the other', async () => {
  const roofers = await comparedContacts(sync, sweeps, { a: 'one' }, 'roofers');
  const painters = await comparedContacts(sync, sweeps, { a: 'other' }, 'painters');
  await sweeps.whole(roofers, page({ a: 'one' }));
  await sweeps.whole(painters, page({ a: 'changed' }));
  expect(await sync.list(roofers)).toEqual([]);
  expect(await sync.list(painters)).toMatchObject([{ sourceId: 'a' }]);
  expect(await sweeps.states(roofers)).toMatchObject([{ digest: '1:one' }]);
});

test('When a page holds a record twice, then its last state counts', async () => {
  const connection = await comparedContacts(sync, sweeps, { a: 'one' });
  await sweeps.whole(connection, [...page({ a: 'two' }), ...page({ a: 'one' })]);
  expect(await sync.list(connection)).toEqual([]);
});
