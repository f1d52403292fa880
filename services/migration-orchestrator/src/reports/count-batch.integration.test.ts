import { describe, expect, test } from '@jest/globals';
import { cancelMigration } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, UPDATED, UNCHANGED } = OutcomeKind;

/** Its worker is considered lost and another one continues, while its report is still in transit. */
async function goesOnElsewhere(run: Run): Promise<Run> {
  await orchestrator.letLeaseEnd(run.migrationId);
  await orchestrator.reap();
  return orchestrator.nextAttempt(run);
}

describe('a report that comes after another worker has the run', () => {
  test('It counts once, and what the other worker then reports of the same batch counts no more', async () => {
    const first = await orchestrator.run();
    await first.worker.planCreates(first, 1, ['a', 'b']);
    const second = await goesOnElsewhere(first);
    await first.worker.batchDone(first, 1, { a: CREATED, b: CREATED });
    expect(await orchestrator.look(first.migration)).toMatchObject({ createdCount: 2, status: 'running' });
    await second.worker.batchDone(second, 1, { a: UNCHANGED, b: UNCHANGED });
    await first.worker.batchDone(first, 1, { a: CREATED, b: CREATED });
    await second.worker.finish(second, 2);
    expect(await orchestrator.look(first.migration)).toMatchObject({
      status: 'completed',
      processedCount: 2,
      reconciliation: { created: 2, unchanged: 0, difference: 0 },
    });
  });

  test('When the other worker has amended the plan, then the report of the former plan does not count', async () => {
    const first = await orchestrator.run();
    await first.worker.planCreates(first, 1, ['a']);
    const second = await goesOnElsewhere(first);
    const amended: PlannedRecord = {
      sourceId: 'a',
      name: 'Record a',
      warnings: [],
      action: 'unchanged',
      hubspotId: '7',
    };
    await second.worker.plan(second, 1, [amended], 2);
    await first.worker.batchDone(first, 1, { a: CREATED });
    expect(await orchestrator.look(first.migration)).toMatchObject({ processedCount: 0 });
    await second.worker.batchDone(second, 1, { a: UNCHANGED });
    expect(await orchestrator.look(first.migration)).toMatchObject({ unchangedCount: 1, createdCount: 0 });
  });

  test('When it was counted first, then the other worker learns so instead of amending the plan', async () => {
    const first = await orchestrator.run();
    await first.worker.planCreates(first, 1, ['a']);
    const second = await goesOnElsewhere(first);
    await first.worker.batchDone(first, 1, { a: CREATED });
    const amended: PlannedRecord = {
      sourceId: 'a',
      name: 'Record a',
      warnings: [],
      action: 'unchanged',
      hubspotId: '7',
    };
    await expect(second.worker.plan(second, 1, [amended], 2)).rejects.toMatchObject({
      code: 'run.batch_counted',
      status: 409,
    });
  });
});

describe('a report that comes after the end', () => {
  test('When the migration failed or was cancelled, then it is counted, the account says so, and the end stays what it was', async () => {
    const failed = await orchestrator.run();
    await failed.worker.planCreates(failed, 1, ['a', 'b']);
    await failed.worker.finish(failed, 2, RunResult.FAILED, 'HubSpot does not accept the token any more');

    const cancelled = await orchestrator.run();
    await cancelled.worker.planCreates(cancelled, 1, ['a', 'b']);
    const params = { id: String(cancelled.migrationId) };
    await orchestrator.person('roofers')(cancelMigration, { params });
    await cancelled.worker.finish(cancelled, 2, RunResult.CANCELLED);

    for (const run of [failed, cancelled]) {
      const before = await orchestrator.look(run.migration);
      expect(before.reconciliation).toMatchObject({ source: 2, difference: 2 });
      await run.worker.batchDone(run, 1, { a: CREATED, b: UPDATED });
      expect(await orchestrator.look(run.migration)).toMatchObject({
        status: before.status,
        completedAt: before.completedAt,
        failureMessage: before.failureMessage,
        processedCount: 2,
        reconciliation: { source: 2, created: 1, updated: 1, difference: 0 },
      });
    }
  });

  test('When workers are lost until the migration has failed, then the batches that were written still count', async () => {
    let run = await orchestrator.run();
    const first = run;
    await first.worker.planCreates(first, 1, ['a']);
    for (let lost = 1; lost <= 4; lost += 1) {
      await orchestrator.letLeaseEnd(run.migrationId);
      await orchestrator.reap();
      if ((await orchestrator.look(run.migration)).status === 'failed') break;
      run = await orchestrator.nextAttempt(run);
    }
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'failed', processedCount: 0 });
    await first.worker.batchDone(first, 1, { a: CREATED });
    expect(await orchestrator.look(run.migration)).toMatchObject({
      status: 'failed',
      createdCount: 1,
      reconciliation: { source: 1, created: 1, difference: 0 },
    });
  });
});

describe('a forged report', () => {
  const unusable = async (kind: string) => {
    const text = await orchestrator.metrics.metrics();
    const line = text.split('\n').find((found) => found.includes(`kind="${kind}",result="unusable"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  test("When it comes in another company's name, then nothing changes, it is a dead letter, and it is counted", async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    const before = await orchestrator.look(run.migration);
    const forger = orchestrator.worker({ inTheNameOf: 'plumbers' });
    const [batches, ends] = [await unusable('batchDone'), await unusable('finished')];
    const dead = { verdict: 'dead', reason: "The migration is another company's" };
    expect(await forger.batchDone(run, 1, { a: CREATED })).toEqual(dead);
    expect(await forger.finish(run, 0)).toEqual(dead);
    expect(await forger.progress(run, 7, 'Waiting')).toEqual(dead);
    expect(await orchestrator.look(run.migration)).toEqual(before);
    expect([await unusable('batchDone'), await unusable('finished')]).toEqual([batches + 1, ends + 1]);
  });

  test('When it speaks of a lease that was never granted, then nothing changes, it is a dead letter, and it is counted', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    const before = await orchestrator.look(run.migration);
    const [batches, ends] = [await unusable('batchDone'), await unusable('finished')];
    for (const epoch of [0, run.epoch + 1, 2_000_000_000]) {
      const forged = { ...run, epoch };
      expect((await run.worker.batchDone(forged, 1, { a: CREATED })).verdict).toBe('dead');
      expect((await run.worker.finish(forged, 0)).verdict).toBe('dead');
    }
    expect(await orchestrator.look(run.migration)).toEqual(before);
    expect([await unusable('batchDone'), await unusable('finished')]).toEqual([batches + 3, ends + 3]);
  });
});
