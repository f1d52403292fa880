import { outcomeKinds } from '@ridgeline/contracts';
import { RoundResult, type SyncReport } from '@ridgeline/events';
import { counter, histogram, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { accuracyDefinitions, syncDefinitions } from '../metric-definitions.ts';
import type { SyncVerdict } from './count-sync-batch.ts';

type RoundLabel = LabelsOf<typeof syncDefinitions.rounds.labels>['result'];

const roundLabels: Readonly<Record<RoundResult, RoundLabel>> = {
  [RoundResult.UNSPECIFIED]: 'unknown',
  [RoundResult.DONE]: 'done',
  [RoundResult.PUT_BACK]: 'put-back',
  [RoundResult.FAILED]: 'failed',
};

/** Makes the counter of unknown records that were left out. */
export function countLeftOut(registry: Registry): (records: number) => void {
  const leftOut = counter(registry, syncDefinitions.unknownLeftOut);
  return (records) => leftOut.inc(records);
}

/** Counts a report and its result. */
export type CountSyncReport = (report: Pick<SyncReport, 'report'>, verdict: SyncVerdict) => void;

/**
 * Creates the counters of reports, rounds, records, dead letters, repairs and unknown missing records, and the histogram of
 * delays.
 */
export function countSyncReports(registry: Registry): CountSyncReport {
  const reports = counter(registry, syncDefinitions.reports);
  const rounds = counter(registry, syncDefinitions.rounds);
  const records = counter(registry, syncDefinitions.records);
  const delay = histogram(registry, syncDefinitions.delay);
  const deadLettered = counter(registry, syncDefinitions.deadLettered);
  const unknownGone = counter(registry, syncDefinitions.unknownGone);
  const repaired = counter(registry, accuracyDefinitions.repaired);
  return ({ report }, verdict) => {
    reports.inc({ kind: report.case ?? 'unknown', result: verdict.result });
    if (verdict.result !== 'counted') return;
    if (report.case === 'roundDone') rounds.inc({ result: roundLabels[report.value.result] ?? 'unknown' });
    unknownGone.inc(verdict.unknownGone ?? 0);
    repaired.inc(verdict.repaired ?? 0);
    for (const cause of verdict.deadLetters ?? []) deadLettered.inc({ cause });
    for (const { outcome, delayMs } of verdict.records ?? []) {
      const known = outcomeKinds.find((one) => one === outcome);
      if (known) records.inc({ kind: verdict.kind ?? '', outcome: known });
      delay.observe(Math.max(0, delayMs) / 1_000);
    }
  };
}
