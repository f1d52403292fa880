import { outcomeKinds } from '@ridgeline/contracts';
import { counter, gauge, readGauge, type Registry } from '@ridgeline/kit/metrics';
import type { Lease } from '../lease/lease.ts';
import type { Execution } from '../plans/execution.ts';
import { countOutcomes } from './batch-log.ts';
import { workerDefinitions } from './metric-definitions.ts';

/** A run as its heartbeat shows it. */
interface WatchedRun {
  readonly migrationId: number;
  readonly lease: Pick<Lease, 'heartbeatAt' | 'isValid'>;
  /** The number of records of the migration's own kind that all attempts have counted so far, and the total. */
  readonly counts: () => { readonly processed: number; readonly target: number };
}

/** What the worker exports (docs/metrics.md). */
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

/** The heartbeats of this process and of its runs. */
interface HeartbeatMetrics {
  /** The orchestrator has answered a renewal. */
  workerSeen(): void;
  /** Shows a run until it is disposed. */
  watchRun(run: WatchedRun): Disposable;
}

/**
 * Registers the heartbeats. They are read at each scrape, so that a run that has left this process leaves no series behind:
 * there are never more than the process has slots. The process' own series has no `migration` label.
 */
export function heartbeatMetrics(registry: Registry, processId: string): HeartbeatMetrics {
  const runs = new Set<WatchedRun>();
  let seenAt: number | null = null;

  const read = (
    metric: typeof workerDefinitions.workerHealthy,
    valueOf: (run: WatchedRun) => number,
    own?: () => number | null,
  ): void => {
    readGauge(registry, metric, (set) => {
      const value = own?.() ?? null;
      if (value !== null) set({ process: processId, migration: '' }, value);
      for (const run of runs) set({ process: processId, migration: String(run.migrationId) }, valueOf(run));
    });
  };
  read(
    workerDefinitions.workerHeartbeat,
    ({ lease }) => lease.heartbeatAt / 1_000,
    () => seenAt,
  );
  read(workerDefinitions.workerProcessed, ({ counts }) => counts().processed);
  read(workerDefinitions.workerTarget, ({ counts }) => counts().target);
  read(workerDefinitions.workerHealthy, ({ lease }) => Number(lease.isValid));

  return {
    workerSeen: () => (seenAt = Date.now() / 1_000),
    watchRun: (run) => {
      runs.add(run);
      return { [Symbol.dispose]: () => void runs.delete(run) };
    },
  };
}
