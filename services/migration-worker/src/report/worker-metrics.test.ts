import { expect, test } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import { beginExecution } from '../plans/execution.ts';
import { workerMetrics } from './worker-metrics.ts';

test('Records are counted by their kind and outcome, so that what comes along is distinguished', async () => {
  const registry = new Registry();
  const metrics = workerMetrics(registry, 'p-1');
  for (const kind of ['job', 'contact'])
    metrics.batchDone(
      beginExecution({
        batch: 1,
        revision: 1,
        kind,
        pass: 'records',
        cursor: null,
        records: [{ sourceId: 'a', action: 'unchanged', hubspotId: '1', name: 'Record a', warnings: [] }],
      }),
    );
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toContain('ridgeline_worker_records_total{kind="job",outcome="unchanged"} 1');
  expect(lines).toContain('ridgeline_worker_records_total{kind="contact",outcome="unchanged"} 1');
});
