import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { comparedContacts, copyContacts, page } from '../testing/copied-contacts.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SweepUnderTest, swept } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const sweeps = new SweepUnderTest(orchestrator);

/** The sweeps of a connection, and whether they are due now. */
const plannedOf = ({ id }: Pick<Connection, 'id'>) =>
  database.db.forSystem((tx) =>
    tx.query(
      `select kind, pass, due_at <= clock_timestamp() as due from sweeps where connection_id = $1 order by kind, pass`,
      [id],
    ),
  );
const of = (kind: string, due: boolean | null) => ['all', 'recent'].map((pass) => ({ kind, pass, due }));

describe('A connection whose auto-sync is switched', () => {
  test('When a kind is switched on, then both its sweeps are due now; when off, then none is, and what is in hand ends', async () => {
    const connection = await sync.switchedOn('roofers', ['contacts']);
    expect(await plannedOf(connection)).toEqual(of('contact', true));
    await sync.tell(connection, { jobs: new Date().toISOString() });
    expect(await plannedOf(connection)).toEqual([...of('contact', true), ...of('job', true)]);
    const held = await sweeps.of(connection);
    await sync.tell(connection, { contacts: null });
    expect(await plannedOf(connection)).toEqual([...of('contact', null), ...of('job', true)]);
    await expect(sweeps.page(held, [])).rejects.toMatchObject({ code: 'run.lease_lost' });
    await expect(sweeps.claim(held.sweepId)).rejects.toMatchObject({ code: 'run.not_claimable' });
  });

  test('When none of its switches changes, then a sweep that is under way continues', async () => {
    const connection = await sync.switchedOn();
    const held = await sweeps.of(connection);
    await sync.tell(connection);
    await sweeps.page(held, []);
  });

  test('When it is off and on within a minute, then the sweeps begin now, from where the last one was, and find what changed in between', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one' });
    await sweeps.whole(connection, [swept('a', 'one', { changedAt: '2026-11-01T12:00:00.000Z' })], 'recent');
    const held = await sweeps.of(connection);
    // The connection service only reports the final state.
    await sync.tell(connection, { contacts: new Date(Date.now() + 1_000).toISOString() });
    await expect(sweeps.page(held, [])).rejects.toMatchObject({ code: 'run.lease_lost' });
    expect(await plannedOf(connection)).toEqual(of('contact', true));
    expect((await sweeps.of(connection, 'recent')).sweep.after).toBe('2026-11-01T11:45:00.000Z');
    await sweeps.whole(connection, page({ a: 'two' }));
    expect(await sync.list(connection)).toMatchObject([{ sourceId: 'a', origin: 'sweep' }]);
    expect(await sweeps.findings(connection)).toEqual([]);
  });

  test('When it leads to another portal, then nothing is known of what was copied there, and the sweeps begin from the switch', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await sweeps.whole(connection, [swept('a', 'one', { changedAt: '2026-11-01T12:00:00.000Z' })], 'recent');
    await sweeps.whole(connection, page({ b: 'two' }));
    await sync.change(connection, { hubSpotPortalId: 'another' });
    expect(await sweeps.states(connection)).toEqual([]);
    expect(await sweeps.findings(connection)).toEqual([]);
    const { after, since } = (await sweeps.of(connection, 'recent')).sweep;
    expect(Date.parse(since) - Date.parse(after)).toBe(15 * 60_000);
  });

  test('When it is deleted, then its sweeps, states and findings go, also those that a migration left', async () => {
    const connection = await comparedContacts(sync, sweeps, { a: 'one', b: 'one' });
    await sweeps.whole(connection, page({ a: 'two' }));
    const other = await comparedContacts(sync, sweeps, { a: 'one' });
    const migrated = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', migrated);
    await run.worker.plan(run, 1, [{ ...aCreate('m'), digest: '1:one' }]);
    await run.worker.batchDone(run, 1, { m: OutcomeKind.CREATED });
    expect(await sweeps.states(migrated)).toHaveLength(1);
    for (const one of [connection, migrated]) {
      await sync.tell(one, { deleted: true });
      expect(await plannedOf(one)).toEqual([]);
      expect(await sweeps.states(one)).toEqual([]);
      expect(await sweeps.findings(one)).toEqual([]);
    }
    expect(await sweeps.states(other)).toHaveLength(1);
  });

  test('When an orchestrator of the release before stored a switch, then the upkeep plans its sweeps', async () => {
    const [on, off] = [await sync.switchedOn(), await sync.switchedOn()];
    await database.asAdmin(
      `delete from sweeps where connection_id = ${String(on.id)}`,
      `update sync_connections set since = '{"contact": null}' where connection_id = ${String(off.id)}`,
    );
    await database.db.forSystem((tx) => planSweeps(tx, null));
    expect(await plannedOf(on)).toEqual(of('contact', true));
    expect(await plannedOf(off)).toEqual(of('contact', null));
  });
});

describe('Sweeps out of their turn', () => {
  test('When something was received that names no record, then all sweeps are due now, and one that is under way follows itself', async () => {
    const connection = await sync.switchedOn();
    await copyContacts(sync, connection, { a: 'one' });
    const held = await sweeps.of(connection);
    await sweeps.whole(connection, [], 'recent');
    expect(await plannedOf(connection)).toEqual([
      ...of('contact', true).slice(0, 1),
      { kind: 'contact', pass: 'recent', due: false },
    ]);
    await sync.events(connection, [], { searchNeeded: true });
    expect(await plannedOf(connection)).toEqual(of('contact', true));
    await sweeps.end(held);
    expect(await plannedOf(connection)).toEqual(of('contact', true));
    await sweeps.whole(connection, []);
    expect(await plannedOf(connection)).toContainEqual({ kind: 'contact', pass: 'all', due: false });
  });
});
