import type { ReceivedEvent, RunReportSchema } from '@ridgeline/events';
import { once, type EventHandler, type HandlerResult } from '@ridgeline/kafka';
import { withLogContext, type Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import type { ProgressUpdates } from '../updates/progress-updates.ts';
import { takeBatchDone } from './batch-done.ts';
import type { CountReport } from './report-metrics.ts';
import { repeated, stale, unusable, type ReportVerdict } from './report-verdict.ts';
import { takeFinished } from './run-finished.ts';
import { takeProgress } from './run-progress.ts';

/** The consumer's name in the inbox, and its Kafka group. */
export const reportGroup = 'migration-orchestrator.reports';

type ReportEvent = ReceivedEvent<typeof RunReportSchema>;

/**
 * Handles what workers tell of their runs. A report's whole effect is one transaction, together with the inbox row that
 * makes it happen once; one that is forged (another company's, of a lease that was never granted) changes nothing and ends
 * as a dead letter, counted. Throws when the database is away: Kafka tries again.
 */
export function createReportHandler(options: {
  readonly db: Database;
  readonly logger: Logger;
  readonly count: CountReport;
  readonly updates: Pick<ProgressUpdates, 'changed' | 'told'>;
}): EventHandler<typeof RunReportSchema> {
  const { db, logger, count, updates } = options;
  return ({ value, ...event }) => {
    const ids = { companyId: event.envelope.companyId, migrationId: value.migrationId };
    return withLogContext(ids, async (): Promise<HandlerResult> => {
      const verdict = await db.forSystem((tx) => takeReport(tx, { ...event, value }));
      // After the commit only: a transaction that is tried again must not count twice.
      count(value.report.case ?? 'unknown', verdict);
      if (verdict.result === 'counted') {
        if (verdict.told) updates.told(ids.migrationId);
        else updates.changed(ids.migrationId);
      }
      if (verdict.result !== 'unusable') return { verdict: 'done' };
      logger.error({ reason: verdict.why, epoch: value.epoch }, 'A report cannot be counted');
      return { verdict: 'dead', reason: verdict.why };
    });
  };
}

async function takeReport(
  tx: Tx,
  { value: { migrationId, epoch, report }, envelope }: ReportEvent,
): Promise<ReportVerdict> {
  // Heartbeats change nothing when they come twice in a row, and are too many to be remembered one by one.
  if (report.case !== 'progress' && !(await once(tx, reportGroup, envelope.id))) return repeated;
  const migration = await lockMigration(tx, migrationId);
  if (!migration) return unusable('There is no such migration');
  if (migration.company_id !== envelope.companyId) return unusable("The migration is another company's");
  if (epoch < 1 || epoch > migration.epoch) return unusable('No such lease was ever granted');
  if (report.case === 'batchDone') return takeBatchDone(tx, migration, epoch, report.value);
  if (migration.epoch !== epoch) return stale;
  switch (report.case) {
    case 'progress':
      return takeProgress(tx, migration, report.value);
    case 'finished':
      return takeFinished(tx, migration, report.value);
    case undefined:
      return unusable('The report is of a kind that is not known here');
  }
}
