import { Gauge, type Registry } from 'prom-client';
import type { Lease } from '../lease/lease.ts';

/** A run as its heartbeat shows it. */
export interface WatchedRun {
  readonly migrationId: number;
  readonly lease: Pick<Lease, 'heartbeatAt' | 'isValid'>;
  /** Records of the migration's own kind: counted by all its attempts so far, and of how many. */
  readonly counts: () => { readonly processed: number; readonly target: number };
}

/** The heartbeats of this process and of the runs that it holds. */
export interface HeartbeatMetrics {
  /** The orchestrator has answered a renewal. */
  workerSeen(): void;
  /** Shows a run until it is disposed. */
  watchRun(run: WatchedRun): Disposable;
}

/**
 * Registers the heartbeats. They are read off when somebody asks, so that a run which has left this process leaves no
 * series behind: there are never more than the process has slots. The process' own series has no `migration`.
 */
export function heartbeatMetrics(registry: Registry, processId: string): HeartbeatMetrics {
  const runs = new Set<WatchedRun>();
  let seenAt: number | null = null;

  const gauge = (
    name: string,
    help: string,
    valueOf: (run: WatchedRun) => number,
    own?: () => number | null,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['process', 'migration'],
      registers: [registry],
      collect() {
        this.reset();
        const value = own?.() ?? null;
        if (value !== null) this.set({ process: processId }, value);
        for (const run of runs)
          this.set({ process: processId, migration: String(run.migrationId) }, valueOf(run));
      },
    });
  gauge(
    'ridgeline_worker_heartbeat_timestamp_seconds',
    'When the last renewal was sent that the orchestrator answered to this process and for each of its runs, since 1970',
    ({ lease }) => lease.heartbeatAt / 1_000,
    () => seenAt,
  );
  gauge(
    'ridgeline_worker_processed_records',
    'Records that a run of this process has counted, earlier attempts included',
    ({ counts }) => counts().processed,
  );
  gauge(
    'ridgeline_worker_target_records',
    'Records that a run of this process has before it in all, as far as is known',
    ({ counts }) => counts().target,
  );
  gauge(
    'ridgeline_worker_healthy',
    'Whether the lease of a run of this process is in force: 1 or 0',
    ({ lease }) => Number(lease.isValid),
  );

  return {
    workerSeen: () => (seenAt = Date.now() / 1_000),
    watchRun: (run) => {
      runs.add(run);
      return { [Symbol.dispose]: () => void runs.delete(run) };
    },
  };
}
