import { outcomeKinds } from '@ridgeline/contracts';
import { counter, gauge, type Registry } from '@ridgeline/kit/metrics';
import type { Execution } from '../plans/execution.ts';
import { countOutcomes } from './batch-log.ts';
import { syncDefinitions } from './metric-definitions.ts';

/** What the worker exports of auto-sync. */
export interface SyncMetrics {
  activeSyncs(count: number): void;
  roundDone(result: 'done' | 'put_back' | 'failed'): void;
  batchDone(execution: Pick<Execution, 'plan' | 'outcomes'>): void;
}

/** Registers the metrics of auto-sync; `places` is how many syncs the process can hold. */
export function syncMetrics(registry: Registry, places: number): SyncMetrics {
  gauge(registry, syncDefinitions.workerSyncPlaces).set(places);
  const syncs = gauge(registry, syncDefinitions.workerSyncs);
  const rounds = counter(registry, syncDefinitions.syncRounds);
  const records = counter(registry, syncDefinitions.syncRecords);
  return {
    activeSyncs: (count) => syncs.set(count),
    roundDone: (result) => rounds.inc({ result }),
    batchDone({ plan: { kind }, outcomes }) {
      const counts = countOutcomes(outcomes.values());
      for (const outcome of outcomeKinds) records.inc({ kind, outcome }, counts[outcome]);
    },
  };
}
