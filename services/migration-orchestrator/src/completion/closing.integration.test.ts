import { describe, expect, test } from '@jest/globals';
import { cancelMigration, getMigrationLogs, type Connection } from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/integration';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { ReaperGrace } from '../leases/reaper-grace.ts';
import { startLeaseReaper } from '../leases/lease-reaper.ts';
import { endOverdueClosings } from '../leases/overdue-runs.ts';

const { database, orchestrator } = await orchestratorOfFile({ slotsPerCompany: 1 });
const logger = createLogger({ service: 'test', level: 'silent' });

const { CREATED, UNCHANGED } = OutcomeKind;
const notClaimable = { code: 'run.not_claimable' };

const cancel = ({ migrationId }: Run) =>
  orchestrator.person('roofers')(cancelMigration, { params: { id: String(migrationId) } });

/** Two batches are planned, and one of them is reported, before the worker falls silent. */
async function runWithBatchInFlight(connection?: Connection): Promise<Run> {
  const run = await orchestrator.run('roofers', connection);
  await run.worker.planCreates(run, 1, ['a', 'b']);
  await run.worker.batchDone(run, 1, { a: CREATED, b: CREATED });
  await run.worker.planCreates(run, 2, ['c', 'd', 'e']);
  return run;
}

/** Its worker is considered lost. */
async function lose({ migrationId }: Run): Promise<void> {
  await orchestrator.letLeaseEnd(migrationId);
  await orchestrator.reap();
}

/** It was cancelled, its worker is lost, and the outcome of its second batch has not been looked up yet. */
async function cancelledAndLost(connection?: Connection): Promise<Run> {
  const run = await runWithBatchInFlight(connection);
  await cancel(run);
  await lose(run);
  return run;
}

const look = ({ migration }: Run) => orchestrator.look(migration);

const noMoreTime = ({ migrationId }: Run) =>
  database.asAdmin(
    `update migrations set closing_until = now() - interval '1 millisecond' where id = ${migrationId}`,
  );

async function messagesOf({ migrationId }: Run): Promise<string[]> {
  const params = { id: String(migrationId) };
  const lines = await orchestrator.person('roofers')(getMigrationLogs, { params, query: { limit: 100 } });
  return lines.map(({ message }) => message);
}

async function offered(): Promise<number[]> {
  const { offers } = await orchestrator.worker().renew([], 1_000);
  return offers.map(({ migrationId }) => migrationId);
}

describe('a cancelled run whose worker is lost with batches in flight', () => {
  test('It is cancelled immediately, and a worker is asked to look up what was written before its account is closed', async () => {
    const run = await cancelledAndLost();
    expect(await look(run)).toMatchObject({ status: 'cancelled', reconciliation: null, waitingFor: null });
    expect(await offered()).toContain(run.migrationId);
    expect(await orchestrator.commandedAttempts(run.migrationId)).toEqual([1, 2]);

    const claim = await orchestrator.worker().claim(run.migrationId, 2);
    expect(claim).toMatchObject({ closing: true, plannedRecords: 5 });
    expect(claim.unfinished.map(({ batch }) => batch)).toEqual([2]);
    expect(await look(run)).toMatchObject({ status: 'cancelled', reconciliation: null });
  });

  test('What the worker finds is counted; what it does not find was not reached, and is no difference', async () => {
    const run = await cancelledAndLost();
    const closer = await orchestrator.nextAttempt(run);
    await closer.worker.batchDone(closer, 2, { c: CREATED });
    expect(await look(run)).toMatchObject({ createdCount: 3, reconciliation: null });
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({
      status: 'cancelled',
      createdCount: 3,
      reconciliation: { source: 3, created: 3, failed: 0, difference: 0 },
    });
    expect(await messagesOf(run)).toContain('Batch 2: 2 contacts were not written any more');
    expect(await offered()).not.toContain(run.migrationId);
  });

  test('The worker that closes it holds it as any other run, is not asked to stop, and can plan nothing', async () => {
    const run = await cancelledAndLost();
    const closer = await orchestrator.nextAttempt(run);
    expect((await closer.worker.renew([closer])).runs).toMatchObject([{ state: 'held', uncounted: 1 }]);
    await expect(orchestrator.worker().claim(run.migrationId, 2)).rejects.toMatchObject(notClaimable);
    await expect(closer.worker.planCreates(closer, 3, ['f'])).rejects.toMatchObject({
      code: 'run.cancelled',
    });
  });

  test('The next migration of its portal starts only when it is closed', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await runWithBatchInFlight(connection);
    const next = await orchestrator.migration('roofers', connection);
    await cancel(run);
    await lose(run);
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject(notClaimable);
    const both = database.db.forSystem((tx) =>
      tx.query(`update migrations set status = 'running' where id = $1`, [next.id]),
    );
    await expect(both).rejects.toMatchObject({ details: { constraint: 'one_running_per_portal' } });
    const closer = await orchestrator.nextAttempt(run);
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject(notClaimable);
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await orchestrator.commandedAttempts(next.id)).toEqual([1]);
    await orchestrator.worker().claim(next.id);
  });

  test('When the worker that closes it is lost too, then it ends, and says what could not be confirmed', async () => {
    const run = await cancelledAndLost();
    await lose(await orchestrator.nextAttempt(run));
    expect(await look(run)).toMatchObject({
      status: 'cancelled',
      reconciliation: { source: 5, created: 2, difference: 3 },
    });
    expect(await messagesOf(run)).toContain('3 contacts could not be confirmed; look them up in HubSpot');
    expect(await offered()).not.toContain(run.migrationId);
    // A late report of the first worker still counts.
    await run.worker.batchDone(run, 2, { c: CREATED });
    expect(await look(run)).toMatchObject({ reconciliation: { source: 3, created: 3, difference: 0 } });
  });

  test('When the worker that closes it stops, then another one does so', async () => {
    const run = await cancelledAndLost();
    const stops = await orchestrator.nextAttempt(run);
    await stops.worker.release(stops);
    const closer = await orchestrator.nextAttempt(run);
    await closer.worker.batchDone(closer, 2, { c: CREATED, d: CREATED, e: CREATED });
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({ reconciliation: { source: 5, created: 5, difference: 0 } });
  });

  test('When the worker that closes it stops after the time was up, then another one still gets the time to take it', async () => {
    const run = await cancelledAndLost();
    const stops = await orchestrator.nextAttempt(run);
    await noMoreTime(run);
    await stops.worker.release(stops);
    await endOverdueClosings(database.db, logger);
    expect(await look(run)).toMatchObject({ reconciliation: null });
    expect(await orchestrator.worker().claim(run.migrationId, 3)).toMatchObject({ closing: true });
  });

  test('When the worker that closes it stops after it has reported everything, then no other worker has to take it', async () => {
    const run = await cancelledAndLost();
    const stops = await orchestrator.nextAttempt(run);
    await stops.worker.batchDone(stops, 2, { c: CREATED });
    await stops.worker.release(stops);
    expect(await look(run)).toMatchObject({
      status: 'cancelled',
      reconciliation: { source: 3, created: 3, difference: 0 },
    });
  });

  test('When there is no worker at all, then it ends when its time is up, and not before', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await runWithBatchInFlight(connection);
    const next = await orchestrator.migration('roofers', connection);
    await cancel(run);
    await lose(run);
    await endOverdueClosings(database.db, logger);
    expect(await look(run)).toMatchObject({ reconciliation: null });
    await noMoreTime(run);
    await endOverdueClosings(database.db, logger);
    expect(await look(run)).toMatchObject({ status: 'cancelled', reconciliation: { difference: 3 } });
    expect(await orchestrator.commandedAttempts(next.id)).toEqual([1]);
  });

  test('When its time is up while a worker closes it, then that worker continues', async () => {
    const run = await cancelledAndLost();
    const closer = await orchestrator.nextAttempt(run);
    await noMoreTime(run);
    await endOverdueClosings(database.db, logger);
    expect(await look(run)).toMatchObject({ reconciliation: null });
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({ reconciliation: { difference: 3 } });
  });

  test('The orchestrator ends it when the time is up, once it has been there for a lease', async () => {
    const run = await cancelledAndLost();
    await noMoreTime(run);
    await using reaper = startLeaseReaper({
      db: database.db,
      leaseMs: 500,
      grace: new ReaperGrace(500),
      logger,
      onReaped: () => undefined,
    });
    expect(reaper).toBeDefined();
    expect(await look(run)).toMatchObject({ reconciliation: null });
    await eventually(async () => expect(await look(run)).toMatchObject({ reconciliation: { source: 5 } }), {
      what: 'the run to be ended',
    });
  });

  test('When the lost worker still reports, then that counts and nothing is left to look up', async () => {
    const run = await cancelledAndLost();
    await run.worker.batchDone(run, 2, { c: CREATED, d: CREATED, e: UNCHANGED });
    expect(await look(run)).toMatchObject({
      status: 'cancelled',
      reconciliation: { source: 5, created: 4, unchanged: 1, difference: 0 },
    });
    await expect(orchestrator.worker().claim(run.migrationId, 2)).rejects.toMatchObject(notClaimable);
  });

  test('When all that was planned is counted, then it ends immediately', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.batchDone(run, 1, { a: CREATED });
    await cancel(run);
    await lose(run);
    expect(await look(run)).toMatchObject({ reconciliation: { source: 1, difference: 0 } });
  });
});

describe('other ends without a worker', () => {
  test('When a run is cancelled that a lost worker left and no other has taken yet, then it is closed in the same way', async () => {
    const run = await runWithBatchInFlight();
    await lose(run);
    expect(await cancel(run)).toMatchObject({ status: 'cancelled', reconciliation: null });
    const closer = await orchestrator.nextAttempt(run);
    await closer.worker.batchDone(closer, 2, { c: CREATED, d: CREATED, e: CREATED });
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({ reconciliation: { source: 5, created: 5, difference: 0 } });
  });

  test('When the worker of a cancelled run hands it back with a batch in flight, then it is closed in the same way', async () => {
    const run = await runWithBatchInFlight();
    await cancel(run);
    await run.worker.release(run);
    expect(await look(run)).toMatchObject({ reconciliation: null });
    expect(await orchestrator.worker().claim(run.migrationId, 2)).toMatchObject({ closing: true });
  });

  test('When the end of a cancelled run comes after it was handed back, then it stands', async () => {
    const run = await runWithBatchInFlight();
    await cancel(run);
    await run.worker.release(run);
    await run.worker.finish(run, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({ reconciliation: { source: 5, difference: 3 } });
  });

  test('When a run fails because its workers crash, then it is closed in the same way', async () => {
    const connection = orchestrator.connection('roofers');
    let run = await runWithBatchInFlight(connection);
    const next = await orchestrator.migration('roofers', connection);
    while ((await look(run)).status === 'running') {
      await lose(run);
      if ((await look(run)).status === 'running') run = await orchestrator.nextAttempt(run);
    }
    const failed = await look(run);
    expect(failed).toMatchObject({ status: 'failed', reconciliation: null });
    expect(failed.failureMessage).toContain('3 workers in a row');
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject(notClaimable);

    const closer = await orchestrator.nextAttempt(run);
    expect((await closer.worker.renew([closer])).runs).toMatchObject([{ state: 'held' }]);
    await closer.worker.batchDone(closer, 2, { c: CREATED });
    await closer.worker.finish(closer, 5, RunResult.CANCELLED);
    expect(await look(run)).toMatchObject({
      status: 'failed',
      failureMessage: failed.failureMessage,
      completedAt: failed.completedAt,
      reconciliation: { source: 3, created: 3, difference: 0 },
    });
    await orchestrator.worker().claim(next.id);
  });

  test('A run that must be closed neither waits for other companies that have no slot nor makes room for them', async () => {
    const held = await orchestrator.run();
    const run = await cancelledAndLost();
    const waits = await orchestrator.migration('others');
    await database.asAdmin(
      `update migrations set commanded_at = now() - interval '1 minute' where id = ${waits.id}`,
    );
    const closer = await orchestrator.nextAttempt(run);
    expect((await closer.worker.renew([closer])).runs).toMatchObject([{ state: 'held' }]);
    await held.worker.release(held);
  });
});
