import { describe, expect, test } from '@jest/globals';
import { listSyncs, type Connection } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { testDatabase } from '@ridgeline/testkit/integration';
import { startSweepUpkeep } from '../sweeps/sweep-upkeep.ts';
import { countLinked } from '../sync-state/linked-count.postgres.ts';
import { copyContacts } from '../testing/copied-contacts.ts';
import { measured } from '../testing/measured-database.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const logger = createLogger({ service: 'migration-orchestrator', level: 'silent' });

const of = async ({ id, companyId }: Connection) => {
  const statuses = await orchestrator.person(companyId)(listSyncs, {});
  return statuses.find(({ connectionId }) => connectionId === id);
};
const linked = async (connection: Connection) => (await of(connection))?.linked;

/** A migration of the connection links these records, and ends or stays running. */
async function migrate(connection: Connection, ids: readonly string[]): Promise<void> {
  const run = await orchestrator.run(connection.companyId, connection);
  await run.worker.plan(
    run,
    1,
    ids.map((id) => ({ ...aCreate(id), digest: '1:one' })),
  );
  await run.worker.batchDone(run, 1, Object.fromEntries(ids.map((id) => [id, OutcomeKind.CREATED])));
}

/** The counts that the upkeep renews and reports. */
async function upkeep(until: () => Promise<void>): Promise<number[]> {
  const changed: number[] = [];
  await using resources = new AsyncDisposableStack();
  const onChange = (id: number) => void changed.push(id);
  resources.use(startSweepUpkeep({ db: database.db, missedAfterMs: 60_000, logger, onChange }));
  await eventually(until, { what: 'the records to be counted' });
  return changed;
}

describe('How many records auto-sync keeps up to date', () => {
  test('When a round links records, then the number and the moment are in the status immediately; an update adds none', async () => {
    const connection = await sync.switchedOn('roofers');
    expect(await of(connection)).toMatchObject({ linked: 0, lastChangeAt: null });
    await copyContacts(sync, connection, { a: 'one', b: 'one' });
    const first = await of(connection);
    expect(first?.linked).toBe(2);
    await copyContacts(sync, connection, { a: 'two' }, { outcome: OutcomeKind.UPDATED });
    const second = await of(connection);
    expect(second?.linked).toBe(2);
    expect(Date.parse(second?.lastChangeAt ?? '')).toBeGreaterThan(Date.parse(first?.lastChangeAt ?? ''));
    await copyContacts(sync, connection, { a: 'two' }, { outcome: OutcomeKind.UNCHANGED });
    expect((await of(connection))?.lastChangeAt).toBe(second?.lastChangeAt);
  });

  test('When a migration links records, then the upkeep counts them, and reports the connection', async () => {
    const connection = await sync.switchedOn('painters');
    await migrate(connection, ['a', 'b', 'c']);
    const changed = await upkeep(async () => {
      expect(await linked(connection)).toBe(3);
    });
    expect(changed).toContain(connection.id);
  });

  test('When auto-sync is switched on, then what migrations linked is counted; when it leads to another portal, then nothing is linked', async () => {
    const connection = sync.connection('masons', { contacts: new Date().toISOString() });
    await migrate(connection, ['a', 'b']);
    await sync.tell(connection);
    expect(await linked(connection)).toBe(2);
    await sync.tell(connection, { contacts: null });
    expect(await linked(connection)).toBeNull();
    await sync.tell(connection, { contacts: new Date().toISOString() });
    await sync.change(connection, { hubSpotPortalId: 'another', portalId: 'another' });
    await upkeep(async () => {
      expect(await linked(connection)).toBe(0);
    });
  });

  test('When two connections of a company lead to one portal, then each counts its own records', async () => {
    const portal = { hubSpotPortalId: 'shared', portalId: 'shared' };
    const [one, other] = [
      await sync.switchedOn('tilers', ['contacts'], portal),
      await sync.switchedOn('tilers', ['contacts'], portal),
    ];
    await copyContacts(sync, one, { a: 'one', b: 'one' });
    await copyContacts(sync, other, { c: 'one' });
    const count = (connection: Connection) =>
      database.db.forSystem((tx) => countLinked(tx, { connectionId: connection.id, kind: 'contact' }));
    expect([await count(one), await count(other)]).toEqual([false, false]);
    expect([await linked(one), await linked(other)]).toEqual([2, 1]);
  });
});

test('When 20,000 records are linked, then a status reads none of their links', async () => {
  await using own = await testDatabase('migration');
  const measure = measured(own.db);
  await using other = await startOrchestrator(measure.db);
  const connection = await new SyncUnderTest(other).switchedOn();
  await own.asAdmin(
    `insert into links (company_id, portal_id, object_type, source_id, hubspot_id)
     select 'roofers', portal_id, 'contact', n::text, n::text from sync_connections, generate_series(1, 20000) n`,
    `update sync_linked_counts set count = 20000`,
  );
  const before = await measure.rowsRead();
  expect(await other.person('roofers')(listSyncs, {})).toMatchObject([
    { connectionId: connection.id, linked: 20_000 },
  ]);
  expect((await measure.rowsRead()) - before).toBeLessThan(100);
});
