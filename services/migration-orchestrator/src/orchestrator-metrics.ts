import { migrationStatusSchema } from '@ridgeline/contracts';
import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { Counter, Gauge, type Registry } from 'prom-client';
import { outcomeKinds } from './endings/reconciliation.ts';
import type { ReportVerdict } from './reports/report-verdict.ts';

/** What this service counts. */
export interface OrchestratorMetrics {
  /** A report and what came of it, a batch's records included. */
  readonly report: (kind: string, verdict: ReportVerdict) => void;
  readonly leasesLost: (count: number) => void;
}

/** Makes the service's metrics. Migrations by status are counted in the database whenever they are scraped. */
export function createOrchestratorMetrics(options: {
  readonly db: Database;
  readonly logger: Logger;
  readonly registry: Registry;
}): OrchestratorMetrics {
  const { db, logger, registry } = options;
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
    help: 'Records by what came of them',
    labelNames: ['outcome'],
    registers,
  });
  const lost = new Counter({
    name: 'ridgeline_migration_leases_lost_total',
    help: 'Leases that ended because the worker did not renew them',
    registers,
  });
  const byStatus = new Gauge<'status'>({
    name: 'ridgeline_migrations',
    help: 'Migrations by status',
    labelNames: ['status'],
    registers,
    async collect() {
      try {
        const counts = await countByStatus(db);
        for (const status of migrationStatusSchema.options) byStatus.set({ status }, counts.get(status) ?? 0);
      } catch (error) {
        logger.warn({ err: error }, 'Migrations could not be counted for the metrics');
      }
    },
  });
  return {
    report(kind, verdict) {
      reports.inc({ kind, result: verdict.result });
      if (verdict.result !== 'counted' || !verdict.totals) return;
      batches.inc();
      for (const outcome of outcomeKinds) records.inc({ outcome }, verdict.totals[outcome]);
    },
    leasesLost: (count) => lost.inc(count),
  };
}

async function countByStatus(db: Database): Promise<Map<string, number>> {
  const rows = await db.forSystem((tx) =>
    tx.query<{ status: string; count: number }>(
      `select status, count(*)::integer as count from migrations group by status`,
      [],
    ),
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}
