import { expect, test } from '@jest/globals';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

const loseWorkerOf = async (migrationId: number): Promise<void> => {
  await orchestrator.letLeaseEnd(migrationId);
  expect(await orchestrator.reap()).toBe(1);
};

test('When a worker is lost, then the migration says when, and once another one has it, when it was resumed', async () => {
  const run = await orchestrator.run();
  expect(await orchestrator.look(run.migration)).toMatchObject({ interruption: null });
  await loseWorkerOf(run.migrationId);
  const { interruption } = await orchestrator.look(run.migration);
  expect(interruption).toMatchObject({ resumedAt: null, times: 1 });

  const second = await orchestrator.nextAttempt(run);
  const resumed = await orchestrator.look(run.migration);
  expect(resumed.interruption).toEqual({ at: interruption?.at, resumedAt: expect.any(String), times: 1 });

  // A second loss is again unresolved until the run is resumed.
  await loseWorkerOf(second.migrationId);
  expect(await orchestrator.look(run.migration)).toMatchObject({
    interruption: { resumedAt: null, times: 2 },
  });
  await orchestrator.nextAttempt(second);
  expect((await orchestrator.look(run.migration)).interruption?.resumedAt).not.toBeNull();
});

test('When a worker hands its run back, then nothing was interrupted; a wait for a vendor says until when', async () => {
  const run = await orchestrator.run();
  await run.worker.release(run);
  expect(await orchestrator.look(run.migration)).toMatchObject({ interruption: null, waitingUntil: null });

  const next = await orchestrator.nextAttempt(run);
  const before = Date.now();
  await next.worker.release(next, { ms: 600_000, reason: "Waiting for HubSpot's daily limit" });
  const { waitingUntil } = await orchestrator.look(run.migration);
  const ms = Date.parse(waitingUntil ?? '') - before;
  expect(ms).toBeGreaterThan(590_000);
  expect(ms).toBeLessThan(660_000);

  await database.asAdmin(`update migrations set not_before = now() where id = ${next.migrationId}`);
  expect(await orchestrator.look(run.migration)).toMatchObject({ waitingUntil: null });
});
