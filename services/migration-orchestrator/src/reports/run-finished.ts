import { formatCount } from '@ridgeline/contracts';
import { RunResult, type RunFinished } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import type { Completion } from '../completion/completion.ts';
import { endMigration } from '../completion/end-migration.ts';
import { accountFacts, describeReconciliation } from '../completion/describe-account.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import { closeAttempt } from '../migration-state/attempt-store.postgres.ts';
import { isHeld } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import type { MigrationEvent } from '../migration-state/migration-status.ts';
import { nextStatus } from '../migration-state/migration-status.ts';
import { countUnreportedBatches } from '../plans/planned-batches.postgres.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { counted, stale, unusable, type ReportVerdict } from './report-verdict.ts';

const events: Readonly<Record<RunResult, MigrationEvent | null>> = {
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
  const completion = completionOf(migration, await isHeld(tx, migration.id), report);
  if (completion === 'over') return stale;
  if (!completion) return unusable('This result cannot follow on a running migration');

  await appendLog(tx, migration.id, report.log.map(fromWire));
  await noteUnfinished(tx, migration.id, completion);
  if (completion.failureMessage !== null && !migration.closing)
    await note(tx, migration.id, 'error', completion.failureMessage);
  const account = await endMigration(tx, migration, completion);
  const level = account.difference === 0 ? levels[completion.status] : 'warning';
  await note(tx, migration.id, level, describeReconciliation(account), accountFacts(account));
  await closeAttempt(tx, { migrationId: migration.id, epoch: migration.epoch }, 'completed');
  await publishUpdate(tx, migration.id);
  return counted;
}

function completionOf(
  migration: MigrationRow,
  held: boolean,
  report: RunFinished,
): Completion | 'over' | null {
  const source = {
    read: report.sourceCount,
    countedBySource: report.countedBySource ?? null,
    foundAtEnd: report.foundAtEnd ?? null,
    heldStill: report.heldStill ?? null,
  };
  const { status: ended, failure_message: failureMessage, closing } = migration;
  if ((ended === 'cancelled' && held) || (closing && (ended === 'cancelled' || ended === 'failed')))
    return { status: ended, source, failureMessage };
  if (migration.status !== 'running') return 'over';
  const event = events[report.result];
  const status = event && nextStatus(migration.status, event);
  if (status === 'completed') return { status, source, failureMessage: null };
  if (status === 'failed')
    return { status, source, failureMessage: storableText(report.failureMessage) || noReason };
  return null;
}

/** A worker reports every batch before it says that it is done; if not, the log tells why the account has a gap. */
async function noteUnfinished(tx: Tx, migrationId: number, completion: Completion): Promise<void> {
  if (completion.status !== 'completed') return;
  const batches = await countUnreportedBatches(tx, migrationId);
  if (batches > 0)
    await note(
      tx,
      migrationId,
      'error',
      `The worker finished, but ${formatCount(batches)} planned batches were not reported`,
      {
        batches,
      },
    );
}
