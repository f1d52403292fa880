import { expect, test } from '@jest/globals';
import type { BatchPlan } from '@ridgeline/contracts/internal';
import { beginExecution } from '../plans/execution.ts';
import { workerMetrics } from '../report/worker-metrics.ts';
import { Registry } from '@ridgeline/kit/metrics';
import { aClaim } from '../lease/testing/a-claim.ts';
import { RunProgress } from './run-progress.ts';
import { aRun } from './testing/a-migration-run.ts';

const plan = (change: Partial<BatchPlan>): BatchPlan => ({
  batch: 1,
  revision: 1,
  kind: 'contact',
  pass: 'records',
  cursor: null,
  records: ['a', 'b'].map((sourceId) => ({
    sourceId,
    action: 'unchanged',
    hubspotId: sourceId,
    name: 'A record',
    warnings: [],
  })),
  ...change,
});

test('What earlier attempts counted is in it, what they left open is not, and only own records count', () => {
  const progress = new RunProgress(
    aClaim({
      plannedRecords: 10,
      unfinished: [plan({}), plan({ pass: 'settle' }), plan({ kind: 'job' })],
    }),
  );
  expect(progress.processed).toBe(8);
  for (const change of [{}, { pass: 'settle' }, { kind: 'job' }] as const)
    progress.batchDone(beginExecution(plan(change)));
  expect(progress.processed).toBe(10);
});

test('A run shows its heartbeat while it is under way, and no longer', async () => {
  const registry = new Registry();
  const seen: string[] = [];
  const publish = async (): Promise<void> => void seen.push(await registry.metrics());
  const metrics = workerMetrics(registry, 'p-1');
  await aRun({ parts: { metrics, publisher: { publish } } }).run();
  expect(seen.at(-1)).toContain('ridgeline_worker_processed_records{process="p-1",migration="7"} 2');
  expect(await registry.metrics()).not.toContain('migration="7"');
});
