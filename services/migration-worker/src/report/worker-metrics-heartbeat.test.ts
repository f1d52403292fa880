import { expect, test } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import { heartbeatMetrics } from './worker-metrics.ts';

/** What is exported, without its explanations. */
async function exported(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith('ridgeline'));
}

test('Each run of a process shows its heartbeat, its counts and its health, until it has left', async () => {
  const registry = new Registry();
  const metrics = heartbeatMetrics(registry, 'p-1');
  expect(await exported(registry)).toEqual([]);
  metrics.workerSeen();
  const lease = { heartbeatAt: 1_500, isValid: true };
  let processed = 3;
  const watched = metrics.watchRun({ migrationId: 7, lease, counts: () => ({ processed, target: 10 }) });
  expect(await exported(registry)).toEqual([
    expect.stringMatching(/^ridgeline_worker_heartbeat_timestamp_seconds\{process="p-1",migration=""\} \d+/),
    'ridgeline_worker_heartbeat_timestamp_seconds{process="p-1",migration="7"} 1.5',
    'ridgeline_worker_processed_records{process="p-1",migration="7"} 3',
    'ridgeline_worker_target_records{process="p-1",migration="7"} 10',
    'ridgeline_worker_healthy{process="p-1",migration="7"} 1',
  ]);
  processed = 4;
  lease.isValid = false;
  const later = await exported(registry);
  expect(later).toContain('ridgeline_worker_processed_records{process="p-1",migration="7"} 4');
  expect(later).toContain('ridgeline_worker_healthy{process="p-1",migration="7"} 0');

  watched[Symbol.dispose]();
  expect(await exported(registry)).toHaveLength(1);
});
