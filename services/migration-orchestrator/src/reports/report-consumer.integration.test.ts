import { describe, expect, test } from '@jest/globals';
import { cancelMigration, type Connection } from '@ridgeline/contracts';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

const aRun = (connection?: Connection) => orchestrator.run('roofers', connection);

const cancel = ({ migrationId }: Run) =>
  orchestrator.person('roofers')(cancelMigration, { params: { id: String(migrationId) } });

const { CREATED, UPDATED, UNCHANGED, SKIPPED, FAILED } = OutcomeKind;
const oneOfEach = { a: CREATED, b: UPDATED, c: UNCHANGED, d: SKIPPED, e: FAILED };
const countsOfOneOfEach = {
  processedCount: 5,
  successCount: 3,
  createdCount: 1,
  updatedCount: 1,
  unchangedCount: 1,
  skipCount: 1,
  errorCount: 1,
};

describe('a batch that is done', () => {
  test('Its records are counted by outcome, and the change is published with the whole migration', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, Object.keys(oneOfEach));
    expect(await run.worker.batchDone(run, 1, oneOfEach)).toEqual({ verdict: 'done' });
    const seen = await orchestrator.look(run.migration);
    expect(seen).toMatchObject({ ...countsOfOneOfEach, targetCount: 5, status: 'running' });
    expect((await orchestrator.updates(run.migrationId)).at(-1)).toEqual(seen);
  });

  test('When the same event comes again, then it counts once', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, Object.keys(oneOfEach));
    const eventId = newId();
    await run.worker.batchDone(run, 1, oneOfEach, { eventId });
    const once = await orchestrator.look(run.migration);
    await run.worker.batchDone(run, 1, oneOfEach, { eventId });
    expect(await orchestrator.look(run.migration)).toEqual(once);
    // The inbox alone decides: even another batch is not counted under an event id that was already processed.
    await run.worker.planCreates(run, 2, ['f']);
    await run.worker.batchDone(run, 2, { f: CREATED }, { eventId });
    expect(await orchestrator.look(run.migration)).toEqual(once);
  });

  test('When the batch is reported again under other event ids, also concurrently, then it counts once and is published once', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, Object.keys(oneOfEach));
    const published = (await orchestrator.updates(run.migrationId)).length;
    await Promise.all(Array.from({ length: 5 }, () => run.worker.batchDone(run, 1, oneOfEach)));
    expect(await orchestrator.look(run.migration)).toMatchObject(countsOfOneOfEach);
    expect(await orchestrator.updates(run.migrationId)).toHaveLength(published + 1);
  });

  test('When it was never planned, then it goes to the dead letters and nothing is counted', async () => {
    const run = await aRun();
    const verdict = await run.worker.batchDone(run, 1, { a: CREATED });
    expect(verdict).toEqual({ verdict: 'dead', reason: 'This batch was never planned' });
    expect(await orchestrator.look(run.migration)).toMatchObject({ processedCount: 0 });
  });

  test('When an outcome has no kind, then the report goes to the dead letters and none of it stays', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a', 'b']);
    const verdict = await run.worker.batchDone(run, 1, { a: CREATED, b: OutcomeKind.UNSPECIFIED });
    expect(verdict.verdict).toBe('dead');
    expect(await orchestrator.look(run.migration)).toMatchObject({ processedCount: 0 });
  });

  test('When there is no such migration, then the report goes to the dead letters', async () => {
    const worker = orchestrator.worker();
    const verdict = await worker.batchDone({ migrationId: 99_999, epoch: 1 }, 1, {});
    expect(verdict.verdict).toBe('dead');
  });

  test('Outcomes of records that the plan does not hold are not counted', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.planCreates(run, 2, ['of-another-batch']);
    await run.worker.batchDone(run, 1, { a: CREATED, stranger: CREATED, 'of-another-batch': CREATED });
    expect(await orchestrator.look(run.migration)).toMatchObject({ processedCount: 1 });
  });
});

describe('heartbeats', () => {
  test('When target or wait change, then people see it; when nothing changes, then nothing is published', async () => {
    const run = await aRun();
    await run.worker.progress(run, 500, "Waiting for HubSpot's limit");
    const waiting = await orchestrator.look(run.migration);
    expect(waiting).toMatchObject({ targetCount: 500, waitingFor: "Waiting for HubSpot's limit" });
    const published = (await orchestrator.updates(run.migrationId)).length;
    await run.worker.progress(run, 500, "Waiting for HubSpot's limit");
    expect(await orchestrator.look(run.migration)).toEqual(waiting);
    expect(await orchestrator.updates(run.migrationId)).toHaveLength(published);
    await run.worker.progress(run, 500);
    expect(await orchestrator.look(run.migration)).toMatchObject({ waitingFor: null });
  });

  test('When the end of a wait is known, then people see it until it is over; an end that moves by less than a second is no update', async () => {
    const run = await aRun();
    const end = Date.now() + 60_000;
    const waits = (at: number) =>
      run.worker.progress(run, 500, "Waiting for HubSpot's limit", new Date(at).toISOString());
    const shown = async () => (await orchestrator.look(run.migration)).waitingUntil;
    await waits(end);
    expect(await shown()).toBe(new Date(end).toISOString());
    const published = (await orchestrator.updates(run.migrationId)).length;
    await waits(end + 500);
    expect(await orchestrator.updates(run.migrationId)).toHaveLength(published);
    await waits(end + 30_000);
    expect(await shown()).toBe(new Date(end + 30_000).toISOString());
    await waits(Date.now() - 1);
    expect(await shown()).toBeNull();
    await run.worker.progress(run, 500, '', new Date(end).toISOString());
    expect(await shown()).toBeNull();
  });

  test('The target never shrinks below what is processed', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, Object.keys(oneOfEach));
    await run.worker.batchDone(run, 1, oneOfEach);
    await run.worker.progress(run, 3);
    expect(await orchestrator.look(run.migration)).toMatchObject({ targetCount: 5 });
  });

  test('When nothing changed for five seconds, then the process is still marked alive', async () => {
    const run = await aRun();
    const heartbeat = () =>
      database.db.forSystem((tx) =>
        tx.one<{ status: string; fresh: boolean }>(
          `select status, last_heartbeat > now() - interval '4 seconds' as fresh from attempts where migration_id = $1`,
          [run.migrationId],
        ),
      );
    await run.worker.progress(run, 0);
    expect(await heartbeat()).toEqual({ status: 'running', fresh: true });
    const backdate = `last_heartbeat = now() - interval '6 seconds'`;
    await database.asAdmin(`update attempts set ${backdate} where migration_id = ${run.migrationId}`);
    await run.worker.progress(run, 0);
    expect(await heartbeat()).toEqual({ status: 'running', fresh: true });
  });
});

describe('the end of a run', () => {
  test('When everything is accounted for, then the migration completes with its account', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, Object.keys(oneOfEach));
    await run.worker.batchDone(run, 1, oneOfEach, { reason: 'no_email' });
    await run.worker.finish(run, 5);
    const ended = await orchestrator.look(run.migration);
    expect(ended).toMatchObject({ status: 'completed', targetCount: 5, ...countsOfOneOfEach });
    expect(ended.completedAt).not.toBeNull();
    expect(ended.reconciliation).toEqual({
      source: 5,
      created: 1,
      updated: 1,
      unchanged: 1,
      removed: 0,
      skipped: 1,
      failed: 1,
      difference: 0,
      countedBySource: null,
      foundAtEnd: null,
      heldStill: null,
      skippedByReason: { no_email: 1 },
      failedByReason: { no_email: 1 },
      warnedByReason: {},
      alongside: {},
      addedOptions: [],
    });
    expect((await orchestrator.updates(run.migrationId)).at(-1)).toEqual(ended);
  });

  test('When a planned batch was not reported, then the account states the difference', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.planCreates(run, 2, ['b', 'c']);
    await run.worker.batchDone(run, 1, { a: CREATED });
    await run.worker.finish(run, 3);
    const ended = await orchestrator.look(run.migration);
    expect(ended).toMatchObject({
      status: 'completed',
      reconciliation: { source: 3, created: 1, difference: 2 },
    });
  });

  test('When a run fails, then the reason is there for people, and a late batch corrects the account alone', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.finish(run, 1, RunResult.FAILED, 'HubSpot does not accept the token any more');
    const failed = await orchestrator.look(run.migration);
    expect(failed).toMatchObject({
      status: 'failed',
      failureMessage: 'HubSpot does not accept the token any more',
      reconciliation: { source: 1, difference: 1 },
    });
    expect((await run.worker.finish(run, 1)).verdict).toBe('done');
    expect(await orchestrator.look(run.migration)).toEqual(failed);
    expect((await run.worker.batchDone(run, 1, { a: CREATED })).verdict).toBe('done');
    const corrected = await orchestrator.look(run.migration);
    expect(corrected).toMatchObject({
      status: 'failed',
      failureMessage: failed.failureMessage,
      completedAt: failed.completedAt,
      createdCount: 1,
      reconciliation: { source: 1, created: 1, difference: 0 },
    });
    await run.worker.batchDone(run, 1, { a: CREATED });
    expect(await orchestrator.look(run.migration)).toEqual(corrected);
  });

  test('When a worker reports a run as cancelled that was not cancelled, then nothing ends', async () => {
    const run = await aRun();
    expect((await run.worker.finish(run, 0, RunResult.CANCELLED)).verdict).toBe('dead');
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'running' });
  });

  test('When a run ends, then the connection continues with the next migration, in their order', async () => {
    const connection = orchestrator.connection('roofers');
    const first = await aRun(connection);
    const second = await orchestrator.migration('roofers', connection);
    const third = await orchestrator.migration('roofers', connection);
    expect(await orchestrator.commandedAttempts(second.id)).toEqual([]);
    await first.worker.finish(first, 0);
    expect(await orchestrator.commandedAttempts(second.id)).toEqual([1]);
    expect(await orchestrator.commandedAttempts(third.id)).toEqual([]);
    await orchestrator.worker().claim(second.id);
  });
});

describe('a cancelled run', () => {
  test('When its batch in flight is reported, then it still counts and is in the account', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a', 'b']);
    await cancel(run);
    await run.worker.batchDone(run, 1, { a: CREATED, b: CREATED });
    await run.worker.finish(run, 2, RunResult.CANCELLED);
    const ended = await orchestrator.look(run.migration);
    expect(ended).toMatchObject({
      status: 'cancelled',
      createdCount: 2,
      reconciliation: { created: 2, difference: 0 },
    });
  });

  test('When the worker had just completed, then it stays cancelled', async () => {
    const run = await aRun();
    await cancel(run);
    await run.worker.finish(run, 0, RunResult.COMPLETED);
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'cancelled' });
  });

  test('When all its workers are lost too, then its late batch still counts and corrects the account', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    await cancel(run);
    // The worker that should look up the writes does not finish either.
    for (let lost = 1; lost <= 2; lost += 1) {
      if (lost === 2) await orchestrator.nextAttempt(run);
      await orchestrator.letLeaseEnd(run.migrationId);
      await orchestrator.reap();
    }
    const closed = await orchestrator.look(run.migration);
    expect(closed.reconciliation).toMatchObject({ source: 1, created: 0, difference: 1 });
    await run.worker.batchDone(run, 1, { a: CREATED });
    const late = await orchestrator.look(run.migration);
    expect(late.reconciliation).toMatchObject({ source: 1, created: 1, difference: 0 });
    expect(late).toMatchObject({ status: 'cancelled', createdCount: 1 });
  });

  test('The next migration of the connection waits until the worker has let go', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await aRun(connection);
    const next = await orchestrator.migration('roofers', connection);
    await cancel(run);
    const later = await orchestrator.migration('roofers', connection);
    for (const { id } of [next, later]) expect(await orchestrator.commandedAttempts(id)).toEqual([]);
    await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject({ code: 'run.not_claimable' });
    await run.worker.finish(run, 0, RunResult.CANCELLED);
    expect(await orchestrator.commandedAttempts(next.id)).toEqual([1]);
    await orchestrator.worker().claim(next.id);
  });
});
