import { describe, expect, test } from '@jest/globals';
import { getMigrationLogs } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { noticeStalledRuns } from './overdue-runs.ts';

const { database, orchestrator } = await orchestratorOfFile();
const logger = createLogger({ service: 'test', level: 'silent' });
const notice = () => noticeStalledRuns(database.db, logger);

const quietFor = ({ migrationId }: Run, minutes: number) =>
  database.asAdmin(
    `update migrations set last_activity_at = now() - interval '${minutes} minutes' where id = ${migrationId}`,
  );

/** A run in which 1 of 20 records is counted and the next one is being written. */
async function underWay(): Promise<Run> {
  const run = await orchestrator.run();
  await run.worker.progress(run, 20);
  await run.worker.planCreates(run, 1, ['a']);
  await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
  await run.worker.planCreates(run, 2, ['b']);
  return run;
}

const told = async ({ migrationId }: Run) =>
  (await orchestrator.updates(migrationId)).map(({ phase, health }) => [phase, health]);

describe('a run that stalls', () => {
  test('When it made no progress for minutes, then that is reported once, and its next batch ends it', async () => {
    const run = await underWay();
    await quietFor(run, 1);
    await notice();
    expect(await orchestrator.look(run.migration)).toMatchObject({ phase: 'writing', health: 'healthy' });

    await quietFor(run, 3);
    await notice();
    const { version } = await orchestrator.look(run.migration);
    await notice();
    expect(await orchestrator.look(run.migration)).toMatchObject({ health: 'stalled', version });
    expect((await told(run)).at(-1)).toEqual(['writing', 'stalled']);
    const params = { id: String(run.migrationId) };
    const logs = await orchestrator.person('roofers')(getMigrationLogs, {
      params,
      query: { level: 'warning' },
    });
    expect(logs).toMatchObject([{ message: 'No progress for several minutes, though the worker responds' }]);

    await run.worker.batchDone(run, 2, { b: OutcomeKind.CREATED });
    expect((await told(run)).at(-1)).toEqual(['writing', 'healthy']);
  });

  test('When it waits for a vendor, or is still reading, then it has not stalled', async () => {
    const [waiting, reading] = [await underWay(), await orchestrator.run()];
    await waiting.worker.progress(waiting, 20, "Waiting for HubSpot's limit");
    for (const run of [waiting, reading]) await quietFor(run, 10);
    await notice();
    expect(await orchestrator.look(waiting.migration)).toMatchObject({ phase: 'waiting', health: 'healthy' });
    expect(await orchestrator.look(reading.migration)).toMatchObject({ phase: 'reading', health: 'healthy' });
    await quietFor(reading, 16);
    await notice();
    expect(await orchestrator.look(reading.migration)).toMatchObject({ health: 'stalled' });
  });

  test('When all is counted and the source counts otherwise by then, then it reads again and has not stalled', async () => {
    const run = await orchestrator.run();
    await run.worker.progress(run, 1);
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await run.worker.progress(run, 3);
    await quietFor(run, 10);
    await notice();
    const finishing = { phase: 'finishing', processedCount: 1, targetCount: 3 };
    expect(await orchestrator.look(run.migration)).toMatchObject({ ...finishing, health: 'healthy' });
    await quietFor(run, 16);
    await notice();
    expect(await orchestrator.look(run.migration)).toMatchObject({ ...finishing, health: 'stalled' });

    await run.worker.planCreates(run, 2, ['b']);
    await run.worker.batchDone(run, 2, { b: OutcomeKind.CREATED });
    expect(await orchestrator.look(run.migration)).toMatchObject({ phase: 'writing', health: 'healthy' });
  });

  test('When its batches are far apart by choice, then it gets that much longer', async () => {
    const run = await underWay();
    await database.asAdmin(`update migrations set delay_ms = 60000 where id = ${run.migrationId}`);
    await quietFor(run, 3);
    await notice();
    expect(await orchestrator.look(run.migration)).toMatchObject({ health: 'healthy' });
  });
});

test('A run tells each phase as it comes to it, and that it is taken over when its worker is lost', async () => {
  const run = await orchestrator.run();
  await run.worker.planCreates(run, 1, ['a', 'b']);
  await run.worker.progress(run, 3);
  await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED, b: OutcomeKind.CREATED });
  await orchestrator.letLeaseEnd(run.migrationId);
  await orchestrator.reap();
  const next = await orchestrator.nextAttempt(run);
  await next.worker.planCreates(next, 2, ['c']);
  await next.worker.batchDone(next, 2, { c: OutcomeKind.CREATED });
  await next.worker.finish(next, 3);
  const states = await told(run);
  expect(states.filter((state, index) => state.join() !== states[index - 1]?.join())).toEqual([
    [null, null],
    ['reading', 'healthy'],
    ['planning', 'healthy'],
    ['writing', 'healthy'],
    ['waiting', 'recovering'],
    ['writing', 'healthy'],
    ['finishing', 'healthy'],
    [null, null],
  ]);
});
