import { RunResult, type RunFinished } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { endMigration, type Ending } from '../endings/end-migration.ts';
import { accountFacts, describeReconciliation } from '../endings/reconciliation.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import type { MigrationEvent } from '../migration/migration-status.ts';
import { nextStatus } from '../migration/migration-status.ts';
import { isHeld } from '../migration/lease-row.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { closeAttempt } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';
import { counted, stale, unusable, type ReportVerdict } from './report-verdict.ts';

const endings: Readonly<Record<RunResult, MigrationEvent | null>> = {
  [RunResult.UNSPECIFIED]: null,
  [RunResult.COMPLETED]: 'complete',
  [RunResult.FAILED]: 'fail',
  // A run is cancelled here, never by a worker: a running migration cannot end so.
  [RunResult.CANCELLED]: null,
};

const noReason = 'The migration failed for a reason that the worker did not tell.';
const levels = { completed: 'success', failed: 'warning', cancelled: 'info' } as const;

/**
 * Ends a run as its worker tells. A run that was cancelled meanwhile stays cancelled, whatever the worker says, and one that
 * a worker closes stays what it was.
 */
export async function takeFinished(
  tx: Tx,
  migration: MigrationRow,
  report: RunFinished,
): Promise<ReportVerdict> {
  const ending = endingOf(migration, await isHeld(tx, migration.id), report);
  if (ending === 'over') return stale;
  if (!ending) return unusable('This result cannot follow on a running migration');

  await appendLog(tx, migration.id, report.log.map(fromWire));
  await noteUnfinished(tx, migration.id, ending);
  if (ending.failureMessage !== null && !migration.closing)
    await note(tx, migration.id, 'error', ending.failureMessage);
  const account = await endMigration(tx, migration, ending);
  const level = account.difference === 0 ? levels[ending.status] : 'warning';
  await note(tx, migration.id, level, describeReconciliation(account), accountFacts(account));
  await closeAttempt(tx, { migrationId: migration.id, epoch: migration.epoch }, 'completed');
  await announceChange(tx, migration.id);
  return counted;
}

function endingOf(migration: MigrationRow, held: boolean, report: RunFinished): Ending | 'over' | null {
  const source = { read: report.sourceCount, countedBySource: report.countedBySource ?? null };
  const { status: ended, failure_message: failureMessage, closing } = migration;
  if ((ended === 'cancelled' && held) || (closing && (ended === 'cancelled' || ended === 'failed')))
    return { status: ended, source, failureMessage };
  if (migration.status !== 'running') return 'over';
  const event = endings[report.result];
  const status = event && nextStatus(migration.status, event);
  if (status === 'completed') return { status, source, failureMessage: null };
  if (status === 'failed')
    return { status, source, failureMessage: storableText(report.failureMessage) || noReason };
  return null;
}

/** A worker reports every batch before it says that it is done; if not, the log tells why the account has a gap. */
async function noteUnfinished(tx: Tx, migrationId: number, ending: Ending): Promise<void> {
  if (ending.status !== 'completed') return;
  const { batches } = await tx.one<{ batches: number }>(
    `select count(*)::integer as batches from batches where migration_id = $1 and done_at is null`,
    [migrationId],
  );
  if (batches > 0)
    await note(
      tx,
      migrationId,
      'error',
      `The worker finished, but ${batches} planned batches were not reported`,
      {
        batches,
      },
    );
}
