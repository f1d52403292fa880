import { outcomeKinds } from '@ridgeline/contracts';
import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import type { BatchTotals } from './report-store.postgres.ts';
import { reportDefinitions } from '../metric-definitions.ts';

/** The result of a worker's report. */
export type ReportVerdict =
  /**
   * It changed the migration: `told` if its update is in the same transaction, otherwise the update must follow. For a batch
   * it includes the number of records per outcome.
   */
  | {
      readonly result: 'counted';
      readonly told: boolean;
      readonly totals?: BatchTotals & { readonly kind: string };
    }
  /** It contains nothing new: it was counted before, or a heartbeat changed nothing. */
  | { readonly result: 'repeated' }
  /** Its lease is no longer current, or the migration has ended: it changes nothing. */
  | { readonly result: 'stale' }
  /** It can never be counted. */
  | { readonly result: 'unusable'; readonly why: string };

export const counted: ReportVerdict = { result: 'counted', told: true };
export const progressed: ReportVerdict = { result: 'counted', told: false };
export const repeated: ReportVerdict = { result: 'repeated' };
export const stale: ReportVerdict = { result: 'stale' };
export const unusable = (why: string): ReportVerdict => ({ result: 'unusable', why });

type ReportKind = LabelsOf<typeof reportDefinitions.reports.labels>['kind'];

/** Counts a report and its result, a batch's records included. */
export type CountReport = (kind: ReportKind, verdict: ReportVerdict) => void;

/** Makes the counters of reports, batches and records. */
export function countReports(registry: Registry): CountReport {
  const reports = counter(registry, reportDefinitions.reports);
  const batches = counter(registry, reportDefinitions.batches);
  const records = counter(registry, reportDefinitions.records);
  return (report, verdict) => {
    reports.inc({ kind: report, result: verdict.result });
    if (verdict.result !== 'counted' || !verdict.totals) return;
    batches.inc();
    const { kind, ...totals } = verdict.totals;
    for (const outcome of outcomeKinds) records.inc({ kind, outcome }, totals[outcome]);
  };
}
