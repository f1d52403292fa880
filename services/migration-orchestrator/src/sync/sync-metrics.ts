import { outcomeKinds } from '@ridgeline/contracts';
import { RoundResult, type SyncReport } from '@ridgeline/events';
import type { Logger } from '@ridgeline/kit';
import {
  askedOnce,
  counter,
  histogram,
  readGauge,
  type LabelsOf,
  type Registry,
} from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { syncDefinitions } from '../metric-definitions.ts';
import type { SyncVerdict } from './count-sync-batch.ts';
import { readLists, readOverdue } from './sync-connection-store.postgres.ts';

type RoundLabel = LabelsOf<typeof syncDefinitions.rounds.labels>['result'];

const roundLabels: Readonly<Record<RoundResult, RoundLabel>> = {
  [RoundResult.UNSPECIFIED]: 'unknown',
  [RoundResult.DONE]: 'done',
  [RoundResult.PUT_BACK]: 'put-back',
  [RoundResult.FAILED]: 'failed',
};

/** Counts a report and its result. */
export type CountSyncReport = (report: Pick<SyncReport, 'report'>, verdict: SyncVerdict) => void;

/** Makes the counters of reports, rounds, records and dead letters, and the histogram of their delays. */
export function countSyncReports(registry: Registry): CountSyncReport {
  const reports = counter(registry, syncDefinitions.reports);
  const rounds = counter(registry, syncDefinitions.rounds);
  const records = counter(registry, syncDefinitions.records);
  const delay = histogram(registry, syncDefinitions.delay);
  const deadLettered = counter(registry, syncDefinitions.deadLettered);
  return ({ report }, verdict) => {
    reports.inc({ kind: report.case ?? 'unknown', result: verdict.result });
    if (verdict.result !== 'counted') return;
    if (report.case === 'roundDone') rounds.inc({ result: roundLabels[report.value.result] ?? 'unknown' });
    for (const cause of verdict.deadLetters ?? []) deadLettered.inc({ cause });
    for (const { outcome, delayMs } of verdict.records ?? []) {
      const known = outcomeKinds.find((one) => one === outcome);
      if (known) records.inc({ kind: verdict.kind ?? '', outcome: known });
      delay.observe(Math.max(0, delayMs) / 1_000);
    }
  };
}

/** Exposes how long the lists are, counted in the database whenever it is scraped. */
export function exposeSyncLists({
  db,
  logger,
  registry,
}: {
  readonly db: Database;
  readonly logger: Logger;
  readonly registry: Registry;
}): void {
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'Failed to count the lists of auto-sync for the metrics');
  const lists = askedOnce(() => db.forSystem(readLists));
  readGauge(
    registry,
    syncDefinitions.dueRecords,
    async (set) => {
      for (const { state, waiting } of await lists()) set({ state }, waiting);
    },
    onError,
  );
  readGauge(
    registry,
    syncDefinitions.oldest,
    async (set) => {
      for (const { state, oldestSeconds } of await lists()) set({ state }, oldestSeconds);
    },
    onError,
  );
  readGauge(
    registry,
    syncDefinitions.deadLetters,
    async (set) => set((await lists()).reduce((sum, { dead }) => sum + dead, 0)),
    onError,
  );
  const overdue = askedOnce(() => db.forSystem(readOverdue));
  readGauge(registry, syncDefinitions.overdue, async (set) => set((await overdue()).longestSeconds), onError);
  readGauge(
    registry,
    syncDefinitions.overdueConnections,
    async (set) => set((await overdue()).connections),
    onError,
  );
}
