import { outcomeKinds } from '@ridgeline/contracts';
import { counter, gauge, type Registry } from '@ridgeline/kit/metrics';
import { workerDefinitions } from './metric-definitions.ts';
import type { Execution } from '../plans/execution.ts';
import { countOutcomes } from './batch-log.ts';
import { heartbeatMetrics, type WatchedRun } from './heartbeat-metrics.ts';

/** What the worker exports (design.md, 8). */
export interface WorkerMetrics {
  /** The orchestrator has answered a renewal: the process is alive and in touch. */
  heartbeat(): void;
  activeRuns(count: number): void;
  batchDone(execution: Execution): void;
  /** Shows a run's heartbeat until it is disposed. */
  watchRun(run: WatchedRun): Disposable;
}

/** Registers the worker's metrics; `processId` labels heartbeats. */
export function workerMetrics(registry: Registry, processId: string): WorkerMetrics {
  const heartbeats = heartbeatMetrics(registry, processId);
  const runs = gauge(registry, workerDefinitions.workerRuns);
  const batches = counter(registry, workerDefinitions.workerBatches);
  const records = counter(registry, workerDefinitions.workerRecords);
  return {
    heartbeat: () => heartbeats.workerSeen(),
    watchRun: (run) => heartbeats.watchRun(run),
    activeRuns: (count) => runs.set(count),
    batchDone({ plan: { kind }, outcomes }) {
      batches.inc();
      const counts = countOutcomes(outcomes.values());
      for (const outcome of outcomeKinds) records.inc({ kind, outcome }, counts[outcome]);
    },
  };
}
