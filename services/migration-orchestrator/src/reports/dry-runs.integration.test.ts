import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  cancelMigration,
  createMigration,
  currentMigrations,
  getMigrationLogs,
  getThroughput,
  logSentence,
  type Connection,
} from '@ridgeline/contracts';
import { foreseenId } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aJob, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);

const { CREATED, UPDATED } = OutcomeKind;
const dry = { dryRun: true };
const foreseen = { foreseen: true };

const dryRun = (connection?: Connection): Promise<Run> =>
  orchestrator.run('roofers', connection, 'contacts', dry);

async function rows(table: string, where: string): Promise<number> {
  const { count } = await database.db.forSystem((tx) =>
    tx.one<{ count: number }>(`select count(*)::integer as count from ${table} where ${where}`),
  );
  return count;
}

async function logOf({ migrationId }: Run): Promise<string[]> {
  const lines = await orchestrator.person('roofers')(getMigrationLogs, {
    params: { id: String(migrationId) },
  });
  return lines.map(logSentence);
}

describe('A dry run leaves no mark on others', () => {
  let connection: Connection;
  let run: Run;

  beforeAll(async () => {
    connection = await sync.switchedOn();
    run = await dryRun(connection);
    await run.worker.plan(run, 1, [
      { ...aCreate('a', 'a@example.com'), digest: '1:a' },
      { ...anUpdate('b', { email: 'free@example.com' }, { email: 'b@example.com' }), digest: '1:b' },
    ]);
  });

  test('Its unfinished plan does not keep auto-sync waiting', async () => {
    await sync.events(connection, ['a']);
    const round = await sync.round(connection);
    const planned = await sync.plan(round, 1, [aCreate('a', 'a@example.com')]);
    expect(planned).toEqual({ taken: [] });
    await sync.batchDone(round, 1, { a: CREATED });
    await sync.roundDone(round);
    await sync.release(round);
  });

  test('Its plan is stored though auto-sync has an unfinished one of the record', async () => {
    await sync.events(connection, ['c']);
    const round = await sync.round(connection);
    await sync.plan(round, 1, [aCreate('c')]);
    expect(await run.worker.plan(run, 2, [aCreate('c')])).toEqual({ taken: [] });
    await sync.batchDone(round, 1, { c: CREATED });
    await sync.roundDone(round);
    await sync.release(round);
  });

  describe('When its batches are counted', () => {
    const ofConnection = () => `connection_id = ${String(connection.id)}`;
    let states = 0;

    beforeAll(async () => {
      states = await rows('source_states', ofConnection());
      await sync.events(connection, ['w']);
      const waiting = await sync.round(connection);
      const deferred = { property: 'email', value: 'free@example.com', name: 'W', properties: {} };
      await sync.plan(waiting, 1, [{ ...aCreate('w'), deferred }]);
      await sync.batchDone(waiting, 1, { w: CREATED });
      await sync.roundDone(waiting);
      await sync.release(waiting);
      await run.worker.batchDone(run, 1, { a: CREATED, b: UPDATED }, foreseen);
      await run.worker.batchDone(run, 2, { c: CREATED }, foreseen);
      await run.worker.finish(run, 3);
    });

    test('Then it has its counts, its account, its throughput and its log, which say what would be', async () => {
      const reconciliation = { source: 3, created: 2, updated: 1, difference: 0 };
      expect(await orchestrator.look(run.migration)).toMatchObject({
        ...{ status: 'completed', dryRun: true, createdCount: 2, updatedCount: 1, processedCount: 3 },
        reconciliation,
      });
      const params = { id: String(run.migrationId) };
      const { records } = await orchestrator.person('roofers')(getThroughput, { params });
      expect(records.reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(await logOf(run)).toContain(
        '3 source records: 2 would be created, 1 would be updated, 0 unchanged, 0 would be skipped, 0 would fail',
      );
    });

    test('Then no record is linked', async () => {
      expect(await rows('links', `source_id = 'b' and company_id = 'roofers'`)).toBe(0);
    });

    test('Then no state of a source record is stored', async () => {
      expect(await rows('source_states', ofConnection())).toBe(states);
    });

    test('Then a record that waits for a value which it only would free stays waiting', async () => {
      expect(await rows('sync_records', `${ofConnection()} and source_id = 'w'`)).toBe(0);
    });

    test('Then a plan of auto-sync whose record was read before is not outdated by it', async () => {
      const readAt = new Date(Date.now() - 60_000).toISOString();
      await sync.events(connection, ['b']);
      const other = await sync.round(connection);
      expect(await sync.plan(other, 1, [aCreate('b')], { readAt })).toEqual({ taken: [] });
      await sync.batchDone(other, 1, { b: CREATED });
      await sync.roundDone(other);
      await sync.release(other);
    });

    test('Then the connection has no migration that has ended or completed', async () => {
      const current = await orchestrator.person('roofers')(currentMigrations);
      expect(current.map(({ id }) => id)).not.toContain(run.migrationId);
    });

    test('Then the numbers of migrations by status do not count it', async () => {
      const text = await orchestrator.metrics.metrics();
      expect(text).toMatch(/ridgeline_migrations\{status="completed"\} 0/);
    });
  });
});

test('When only dry runs have read a portal, then it is new to the next migration', async () => {
  const connection = orchestrator.connection('roofers');
  const first = await dryRun(connection);
  await first.worker.planCreates(first, 1, ['a']);
  await first.worker.batchDone(first, 1, { a: CREATED }, foreseen);
  await first.worker.finish(first, 1);
  const { id } = await orchestrator.migration('roofers', connection);
  expect(await orchestrator.worker().claim(id)).toMatchObject({
    newPortal: true,
    settings: { dryRun: false },
  });
});

test('When a dry run runs or waits, then it is among the migrations of interest', async () => {
  const run = await dryRun();
  const current = await orchestrator.person('roofers')(currentMigrations);
  expect(current.map(({ id }) => id)).toContain(run.migrationId);
});

test('When a worker of the release before claims a dry run, then it is refused', async () => {
  const { id } = await orchestrator.migration('roofers', undefined, 'contacts', dry);
  const claim = orchestrator.worker().claim(id, 1, false);
  await expect(claim).rejects.toMatchObject({ code: 'run.not_claimable' });
});

test('When jobs would be created with their contacts, then their associations are planned by foreseen ids', async () => {
  const run = await orchestrator.run('roofers', undefined, 'jobs', dry);
  await run.worker.planCreates(run, 1, ['c']);
  await run.worker.plan(run, 2, [aJob('j', ['c'])], 1, { kind: 'job' });
  await run.worker.batchDone(run, 1, { c: CREATED }, foreseen);
  await run.worker.batchDone(run, 2, { j: CREATED }, foreseen);
  const { references } = await run.worker.references(run);
  expect(references).toMatchObject([
    { from: { hubspotId: foreseenId('j'), created: true }, sourceId: 'c', hubspotId: foreseenId('c') },
  ]);
});

test('When a dry run is cancelled, then its log says that nothing was written', async () => {
  const run = await dryRun();
  await orchestrator.person('roofers')(cancelMigration, { params: { id: String(run.migrationId) } });
  expect(await logOf(run)).toContain('Cancelled; nothing was written');
});

test('When a dry run is created, then the audit trail calls it one', async () => {
  const { id: connectionId } = orchestrator.connection('slaters');
  const body = { connectionId, migrationType: 'contacts', ...dry } as const;
  const { id } = await orchestrator.person('slaters')(createMigration, { body });
  const deeds = await orchestrator.deeds();
  expect(deeds.at(-1)).toMatchObject({
    action: 'dry-run-created',
    detail: expect.stringContaining(`#${String(id)}`),
  });
});
