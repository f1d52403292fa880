import { aCounter, aGauge, upTo } from '../definition/define.ts';
import type { Service } from '../definition/definition.ts';
import { kind, outcome } from './migrations.ts';

const worker: readonly Service[] = ['migration-worker'];

/** The series of a run leave with the run: there are never more than the process has slots, and its own. */
const labels = {
  process: upTo(1, 'id of the worker process, new with each start'),
  migration: upTo(256, 'ids of the migrations that the process holds now; empty for the process itself'),
};

/** The worker processes and the runs that they hold. */
export const workerMetrics = {
  workerHeartbeat: aGauge({
    name: 'ridgeline_worker_heartbeat_timestamp_seconds',
    help: 'When the last renewal was sent that the orchestrator answered, to this process and for each of its runs, since 1970',
    labels,
    services: worker,
  }),
  workerProcessed: aGauge({
    name: 'ridgeline_worker_processed_records',
    help: 'Records that a run of this process has counted, earlier attempts included',
    labels,
    services: worker,
  }),
  workerTarget: aGauge({
    name: 'ridgeline_worker_target_records',
    help: 'Records that a run of this process has before it in all, as far as is known',
    labels,
    services: worker,
  }),
  workerHealthy: aGauge({
    name: 'ridgeline_worker_healthy',
    help: 'Whether the lease of a run of this process is in force: 1 or 0',
    labels,
    services: worker,
  }),
  workerRuns: aGauge({
    name: 'ridgeline_worker_active_runs',
    help: 'Runs that this worker holds',
    labels: {},
    services: worker,
  }),
  workerSlots: aGauge({
    name: 'ridgeline_worker_slots',
    help: 'Runs that this worker can hold at a time',
    labels: {},
    services: worker,
  }),
  workerBatches: aCounter({
    name: 'ridgeline_worker_batches_total',
    help: 'Batches executed and reported',
    labels: {},
    services: worker,
  }),
  workerRecords: aCounter({
    name: 'ridgeline_worker_records_total',
    help: 'Records by their kind and outcome, as this worker made them',
    labels: { kind, outcome },
    services: worker,
  }),
} as const;
