import { outcomeKinds } from '@ridgeline/contracts';
import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { reportDefinitions } from '../metric-definitions.ts';
import type { ReportVerdict } from './report-verdict.ts';

type ReportKind = LabelsOf<typeof reportDefinitions.reports.labels>['kind'];

/** Counts a report and what came of it, a batch's records included. */
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
