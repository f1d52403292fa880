import type { ReceivedEvent, RunProgress, RunReportSchema } from '@ridgeline/events';
import { once, type EventHandler, type HandlerResult } from '@ridgeline/kafka';
import { withLogContext, type Logger } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { finishRun, type Finish } from '../completion/end-run.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import { markAlive, markAliveNowAndThen } from '../migration-state/attempt-store.postgres.ts';
import { lockMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import type { ProgressUpdates } from '../updates/progress-updates.ts';
import { countBatchDone } from './count-batch.ts';
import { storeProgress } from './report-store.postgres.ts';
import {
  progressed,
  counted,
  repeated,
  stale,
  unusable,
  type CountReport,
  type ReportVerdict,
} from './report-verdict.ts';

/*
 * A worker's report, from its arrival to its verdict:
 *
 *  1. in one transaction: check the inbox (a report counts once), lock the migration's row, reject forged reports
 *  2. by type:      batchDone  counted, under any lease (count-batch.ts)
 *                   progress   stored, under the last lease only (below)
 *                   finished   ends the run, under the last lease only (completion/end-run.ts)
 *  3. after the commit: metrics, and the update when the transaction did not publish it
 */

/** The consumer's name in the inbox, and its Kafka group. */
export const reportGroup = 'migration-orchestrator.reports';

type ReportEvent = ReceivedEvent<typeof RunReportSchema>;

/**
 * Handles what workers report of their runs. A report's whole effect is one transaction, together with the inbox row that
 * makes it happen once; one that is forged (another company's, of a lease that was never granted) changes nothing and ends
 * as a dead letter, counted. Throws when the database is unavailable: Kafka tries again.
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

const finishVerdicts: Readonly<Record<Finish, ReportVerdict>> = {
  ended: counted,
  over: stale,
  impossible: unusable('This result cannot follow on a running migration'),
};

async function takeReport(
  tx: Tx,
  { value: { migrationId, epoch, report }, envelope }: ReportEvent,
): Promise<ReportVerdict> {
  // A repeated heartbeat changes nothing, and there are too many heartbeats to store each id.
  if (report.case !== 'progress' && !(await once(tx, reportGroup, envelope.id))) return repeated;
  const migration = await lockMigration(tx, migrationId);
  if (!migration) return unusable('There is no such migration');
  if (migration.company_id !== envelope.companyId) return unusable("The migration is another company's");
  if (epoch < 1 || epoch > migration.epoch) return unusable('No such lease was ever granted');
  if (report.case === 'batchDone') return countBatchDone(tx, migration, epoch, report.value);
  if (migration.epoch !== epoch) return stale;
  switch (report.case) {
    case 'progress':
      return takeProgress(tx, migration, report.value);
    case 'finished':
      return finishVerdicts[await finishRun(tx, migration, report.value)];
    case undefined:
      return unusable('The report is of a kind that is not known here');
  }
}

/** The changes that a heartbeat makes. */
interface ProgressChange {
  readonly targetCount: number;
  readonly waitingFor: string | null;
  readonly waitingUntil: Date | null;
  readonly visible: boolean;
}

/** An end that moves by less than this counts as unchanged: a worker recomputes it for each heartbeat. */
const sameEndMs = 1_000;

function endOfWait({
  waitingFor,
  waitingUntil,
}: Pick<RunProgress, 'waitingFor' | 'waitingUntil'>): Date | null {
  const end = new Date(waitingUntil);
  return waitingFor === '' || Number.isNaN(end.getTime()) ? null : end;
}

/** The target never drops below the processed count; an empty wait reason means that the run is making progress. */
function progressChange(
  migration: Pick<MigrationRow, 'target_count' | 'processed_count' | 'waiting_for' | 'waiting_until'>,
  report: Pick<RunProgress, 'targetCount' | 'waitingFor' | 'waitingUntil'>,
): ProgressChange {
  const told = report.targetCount > 0 ? report.targetCount : migration.target_count;
  const targetCount = Math.max(told, migration.processed_count);
  const waitingFor = storableText(report.waitingFor) || null;
  const waitingUntil = endOfWait(report);
  const movedMs = Math.abs((waitingUntil?.getTime() ?? 0) - (migration.waiting_until?.getTime() ?? 0));
  const visible =
    targetCount !== migration.target_count || waitingFor !== migration.waiting_for || movedMs > sameEndMs;
  return { targetCount, waitingFor, waitingUntil, visible };
}

/** Processes a heartbeat. An invisible change is written every five seconds at most, and publishes no update. */
async function takeProgress(tx: Tx, migration: MigrationRow, report: RunProgress): Promise<ReportVerdict> {
  if (migration.status !== 'running') return stale;
  const { visible, ...change } = progressChange(migration, report);
  await appendLog(tx, migration.id, report.log.map(fromWire));
  if (!visible) {
    await markAliveNowAndThen(tx, migration.id, migration.epoch);
    return repeated;
  }
  await storeProgress(tx, migration.id, change);
  await markAlive(tx, migration.id, migration.epoch);
  return progressed;
}
