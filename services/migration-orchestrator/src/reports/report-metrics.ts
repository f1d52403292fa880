import { Counter, type Registry } from 'prom-client';
import { outcomeKinds } from '@ridgeline/contracts';
import type { ReportVerdict } from './report-verdict.ts';

/** Counts a report and what came of it, a batch's records included. */
export type CountReport = (kind: string, verdict: ReportVerdict) => void;

/** Makes the counters of reports, batches and records. */
export function countReports(registry: Registry): CountReport {
  const registers = [registry];
  const reports = new Counter({
    name: 'ridgeline_migration_reports_total',
    help: 'Reports of workers by kind and by what came of them; stale ones speak under a lease that has passed on',
    labelNames: ['kind', 'result'],
    registers,
  });
  const batches = new Counter({
    name: 'ridgeline_migration_batches_total',
    help: 'Batches that were executed and counted',
    registers,
  });
  const records = new Counter({
    name: 'ridgeline_migration_records_total',
    help: 'Records and associations by their kind and by what came of them',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  return (report, verdict) => {
    reports.inc({ kind: report, result: verdict.result });
    if (verdict.result !== 'counted' || !verdict.totals) return;
    batches.inc();
    const { kind, ...totals } = verdict.totals;
    for (const outcome of outcomeKinds) records.inc({ kind, outcome }, totals[outcome]);
  };
}
