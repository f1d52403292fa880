import { outcomeKinds } from '@ridgeline/contracts';
import { aCounter, aGauge, oneOf, upTo } from '@ridgeline/kit/metric-definitions';

const kind = upTo(12, 'names of kinds of records, as plans have them');
const outcome = oneOf(outcomeKinds);

/** A run's series disappear with the run, so that there are never more than the process has slots, plus its own. */
const labels = {
  process: upTo(1, 'id of the worker process, new with each start'),
  migration: upTo(256, 'ids of the migrations that the process holds now; empty for the process itself'),
};

/** Auto-sync and its sweeps, as worker processes do them. */
export const syncDefinitions = {
  workerSyncs: aGauge({
    name: 'ridgeline_worker_active_syncs',
    help: 'HubSpot portals whose auto-sync this worker holds',
    labels: {},
  }),
  workerSyncPlaces: aGauge({
    name: 'ridgeline_worker_sync_places',
    help: 'HubSpot portals whose auto-sync this worker can hold at a time',
    labels: {},
  }),
  syncRounds: aCounter({
    name: 'ridgeline_worker_sync_rounds_total',
    help: 'Rounds of auto-sync by their result; a round that is put back waits for a vendor or for credentials',
    labels: { result: oneOf(['done', 'put_back', 'failed']) },
  }),
  syncRecords: aCounter({
    name: 'ridgeline_worker_synced_records_total',
    help: 'Records that auto-sync copied, by their kind and outcome, as this worker made them',
    labels: { kind, outcome },
  }),
  workerSweeps: aGauge({
    name: 'ridgeline_worker_active_sweeps',
    help: 'Sweeps that this worker holds',
    labels: {},
  }),
  workerSweepPlaces: aGauge({
    name: 'ridgeline_worker_sweep_places',
    help: 'Sweeps that this worker can hold at a time',
    labels: {},
  }),
  sweeps: aCounter({
    name: 'ridgeline_worker_sweeps_total',
    help: 'Sweeps that left this worker, by how: one that waits is continued later, one that failed is tried again',
    labels: { result: oneOf(['done', 'handed_back', 'waits', 'rejected', 'failed', 'lost']) },
  }),
  sweepCalls: aCounter({
    name: 'ridgeline_worker_sweep_calls_total',
    help: 'Calls to AccuLynx that sweeps of this worker made',
    labels: {},
  }),
} as const;

/** Worker processes and the runs that they hold. */
export const workerDefinitions = {
  workerHeartbeat: aGauge({
    name: 'ridgeline_worker_heartbeat_timestamp_seconds',
    help: 'When the last renewal was sent that the orchestrator answered, to this process and for each of its runs, since 1970',
    labels,
  }),
  workerProcessed: aGauge({
    name: 'ridgeline_worker_processed_records',
    help: 'Records that a run of this process has counted, earlier attempts included',
    labels,
  }),
  workerTarget: aGauge({
    name: 'ridgeline_worker_target_records',
    help: 'Records that a run of this process has before it in all, as far as is known',
    labels,
  }),
  workerHealthy: aGauge({
    name: 'ridgeline_worker_healthy',
    help: 'Whether the lease of a run of this process is in force: 1 or 0',
    labels,
  }),
  workerRuns: aGauge({
    name: 'ridgeline_worker_active_runs',
    help: 'Runs that this worker holds',
    labels: {},
  }),
  workerSlots: aGauge({
    name: 'ridgeline_worker_slots',
    help: 'Runs that this worker can hold at a time',
    labels: {},
  }),
  workerBatches: aCounter({
    name: 'ridgeline_worker_batches_total',
    help: 'Batches executed and reported, without those of dry runs',
    labels: {},
  }),
  workerRecords: aCounter({
    name: 'ridgeline_worker_records_total',
    help: 'Records by their kind and outcome, as this worker made them',
    labels: { kind, outcome },
  }),
} as const;
