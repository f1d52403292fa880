import type { CallReport } from '@ridgeline/vendor-http';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Vendor } from '../base/run-errors.ts';
import type { Execution } from '../plans/execution.ts';
import { countOutcomes } from './batch-log.ts';
import { heartbeatMetrics, type WatchedRun } from './heartbeat-metrics.ts';

/** What the worker exports (design.md, 8). */
export interface WorkerMetrics {
  /** The orchestrator has answered a renewal: the process is alive and in touch. */
  heartbeat(): void;
  activeRuns(count: number): void;
  batchDone(execution: Execution): void;
  vendorCall(vendor: Vendor, report: CallReport): void;
  /** Shows a run's heartbeat until it is disposed. */
  watchRun(run: WatchedRun): Disposable;
}

/** Registers the worker's metrics; `processId` labels heartbeats. */
export function workerMetrics(registry: Registry, processId: string): WorkerMetrics {
  const registers = [registry];
  const heartbeats = heartbeatMetrics(registry, processId);
  const runs = new Gauge({
    name: 'ridgeline_worker_active_runs',
    help: 'Runs that this worker holds',
    registers,
  });
  const batches = new Counter({
    name: 'ridgeline_worker_batches_total',
    help: 'Batches executed and reported',
    registers,
  });
  const records = new Counter({
    name: 'ridgeline_worker_records_total',
    help: 'Records by their kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const calls = new Histogram({
    name: 'ridgeline_vendor_call_duration_seconds',
    help: 'Calls to the vendors by status (none: no answer came)',
    labelNames: ['vendor', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  return {
    heartbeat: () => heartbeats.workerSeen(),
    watchRun: (run) => heartbeats.watchRun(run),
    activeRuns: (count) => runs.set(count),
    batchDone: ({ plan: { kind }, outcomes }) => {
      batches.inc();
      for (const [outcome, count] of Object.entries(countOutcomes(outcomes.values())))
        records.inc({ kind, outcome }, count);
    },
    vendorCall: (vendor, { status, durationMs }) =>
      calls.observe({ vendor, status: status === null ? 'none' : String(status) }, durationMs / 1000),
  };
}
