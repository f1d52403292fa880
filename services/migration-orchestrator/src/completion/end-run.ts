import { formatCount, formatRecords, kindNamed, type Reconciliation } from '@ridgeline/contracts';
import { RunResult, sourceFromWire, type RunFinished } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { addedOptionsOf } from '../added-options/added-options-store.postgres.ts';
import { checkAtEnd } from '../checks/start-check.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import { storableText } from '../logs/storable-text.ts';
import { closeAttempt } from '../migration-state/attempt-store.postgres.ts';
import { endLease, isHeld } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { nextStatus, type MigrationEvent } from '../migration-state/migration-status.ts';
import {
  countPlannedRecords,
  countUnplannedOf,
  countUnreportedBatches,
  plannedOf,
} from '../plans/batch-store.postgres.ts';
import { referringRecords } from '../plans/reference-store.postgres.ts';
import { commandNext, commandStart } from '../migration-state/portal-queue-store.postgres.ts';
import { wakeUnassociated } from '../sync-state/waiting-reference-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import {
  openClosing,
  readCounts,
  storeAccount,
  storeCompletion,
  type Completion,
  type EndWithoutWorker,
} from './completion-store.postgres.ts';
import {
  accountedOf,
  accountFacts,
  amountOf,
  describeReconciliation,
  onlyRead,
  reconcile,
  type CountedAccount,
} from './reconciliation.ts';

/*
 * How a run ends. The caller has locked the migration's row. The order is always the same: first the lease is ended (which
 * waits for a plan that is being stored), then the summary is closed and stored with the status, then the next migration of
 * the portal's queue is commanded to start, then auto-sync takes over what a stopped run did not come to, and finally the
 * update is published.
 *
 *   running, held ──── RunFinished ──────────────────────────────────────> ended      finishRun
 *   cancelled, held ── RunFinished ──────────────────────────────────────> ended      finishRun
 *   cancelled or failed, no worker ──── all planned batches counted ─────> ended      endWithoutWorker
 *                                    └─ some not counted ────────────────> closing
 *   closing ── a worker read the batches in flight back, RunFinished ────> ended      finishRun
 *           ├─ that worker hands the run back ───────────────────────────> closing    handOverClosing
 *           ├─ that worker is lost, or none came within `closingMs` ─────> ended      endUnclosed
 *           └─ late reports counted the last batch, no worker ───────────> ended      endIfCounted
 *   ended ──── a late BatchDone was counted ─────────────────────────────> ended      restateAccount
 *
 * "Closing": the status is already final, `closing_until` is set, and the open attempt only reads back writes. "Ended": the
 * summary is stored.
 */

const events: Readonly<Record<RunResult, MigrationEvent | null>> = {
  [RunResult.UNSPECIFIED]: null,
  [RunResult.COMPLETED]: 'complete',
  [RunResult.FAILED]: 'fail',
  // A run is cancelled here, never by a worker: a running migration cannot end so.
  [RunResult.CANCELLED]: null,
};

const noReason = 'The migration failed for a reason that the worker did not tell.';
const levels = { completed: 'success', failed: 'warning', cancelled: 'info' } as const;

/** The effect of a `RunFinished`: none when the run had ended before, or when its result cannot follow the run's state. */
export type Finish = 'ended' | 'over' | 'impossible';

/**
 * Ends a run as its worker reports. A run that was cancelled since then stays cancelled, whatever the worker reports, and
 * one that a worker closes stays what it was.
 */
export async function finishRun(tx: Tx, migration: MigrationRow, report: RunFinished): Promise<Finish> {
  const completion = completionOf(migration, await isHeld(tx, migration.id), report);
  if (completion === 'over' || completion === 'impossible') return completion;

  await appendLog(tx, migration.id, report.log.map(fromWire));
  await noteUnfinished(tx, migration.id, completion);
  if (completion.status === 'completed') await noteGone(tx, migration);
  if (completion.failureMessage !== null && !migration.closing)
    await note(tx, migration.id, 'error', completion.failureMessage);
  const account = await endMigration(tx, migration, completion);
  const level = account.difference === 0 ? levels[completion.status] : 'warning';
  await note(
    tx,
    migration.id,
    level,
    describeReconciliation(account, migration.dry_run),
    accountFacts(account),
  );
  await closeAttempt(tx, { migrationId: migration.id, epoch: migration.epoch }, 'completed');
  await publishUpdate(tx, migration.id);
  return 'ended';
}

function completionOf(
  migration: MigrationRow,
  held: boolean,
  report: RunFinished,
): Completion | Exclude<Finish, 'ended'> {
  const source = sourceFromWire(report);
  const { status: ended, failure_message: failureMessage, closing } = migration;
  if ((ended === 'cancelled' && held) || (closing && (ended === 'cancelled' || ended === 'failed')))
    return { status: ended, source, failureMessage };
  if (migration.status !== 'running') return 'over';
  const event = events[report.result];
  const status = event && nextStatus(migration.status, event);
  if (status === 'completed') return { status, source, failureMessage: null };
  if (status === 'failed')
    return { status, source, failureMessage: storableText(report.failureMessage) || noReason };
  return 'impossible';
}

/** A worker reports every batch before it reports the end; if it did not, the log explains the gap in the summary. */
async function noteUnfinished(tx: Tx, migrationId: number, { status }: Completion): Promise<void> {
  if (status !== 'completed') return;
  const batches = await countUnreportedBatches(tx, migrationId);
  if (batches === 0) return;
  const message = `The worker finished, but ${formatCount(batches)} planned batches were not reported`;
  await note(tx, migrationId, 'error', message, { batches });
}

/** Records that a dry run planned and that AccuLynx no longer has are never read: only the plan knows of them. */
async function noteGone(tx: Tx, { id, kind, follows, follows_as }: MigrationRow): Promise<void> {
  if (follows === null || follows_as !== 'plan') return;
  const gone = await countUnplannedOf(tx, { id, kind, planOf: follows });
  if (gone === 0) return;
  const message = `${formatRecords(gone, kindNamed(kind)?.noun ?? { one: 'record', many: 'records' })} of the plan ${gone === 1 ? 'is' : 'are'} not in AccuLynx any more`;
  await note(tx, id, 'warning', message, { gone });
}

/** The end itself: lease gone, account, status, and the next migration in the queue is started. */
async function endMigration(
  tx: Tx,
  migration: MigrationRow,
  { status, source, failureMessage }: Completion,
): Promise<Reconciliation> {
  // Must come first: it waits for a plan that is being stored, so that the summary includes it.
  await endLease(tx, migration.id);
  const account = {
    ...(await closingAccount(tx, migration, { status, source })),
    addedOptions: await addedOptionsOf(tx, migration),
  };
  await storeCompletion(tx, migration.id, { status, failureMessage }, account);
  await checkAtEnd(tx, { ...migration, status });
  await commandNext(tx, migration.portal_queue);
  if (status !== 'completed') await leaveToSync(tx, migration);
  return account;
}

/** Auto-sync associates the written records of a migration that failed or was cancelled before it came to their associations. */
async function leaveToSync(tx: Tx, migration: MigrationRow): Promise<void> {
  const { connection_id: connectionId, company_id: companyId, kind } = migration;
  if (migration.dry_run || migration.follows_as === 'undo') return;
  await wakeUnassociated(tx, { connectionId, companyId }, kind, await referringRecords(tx, migration));
}

/**
 * Records of reported batches that have no outcome were not written. A stopped run had not reached them, so they are not part
 * of its summary; in a completed run they are missing, and count as its difference.
 */
async function closingAccount(
  tx: Tx,
  { id, kind }: MigrationRow,
  { status, source }: Pick<Completion, 'status' | 'source'>,
): Promise<CountedAccount> {
  const counts = await readCounts(tx, id);
  const { planned, reported } = plannedOf(await countPlannedRecords(tx, id), kind);
  const told = source ?? onlyRead(planned);
  if (status === 'completed') return reconcile(kind, told, counts);
  const notReached = reported - accountedOf(counts, kind);
  return reconcile(kind, { ...told, read: told.read - notReached }, counts);
}

/**
 * Updates the summary of an ended migration after a late batch was counted; `missing` is the number of records of the
 * migration's own kind without an outcome.
 */
export async function restateAccount(
  tx: Tx,
  { id, kind, status }: MigrationRow,
  { source, countedBySource, foundAtEnd, heldStill, addedOptions }: Reconciliation,
  missing: number,
): Promise<void> {
  const read = status === 'completed' ? source : source - missing;
  const told = { read, countedBySource, foundAtEnd, heldStill };
  const account = reconcile(kind, told, await readCounts(tx, id));
  await storeAccount(tx, id, { ...account, addedOptions });
}

/** How long an ended run may wait for a worker that reads back its unfinished batches. */
const closingMs = 30_000;

/**
 * Ends a migration that no worker holds any more. The status is final immediately. Batches that are planned and not counted
 * may have been written: then a worker reads them back first, and the account is closed and the portal's next migration
 * started after that. The caller publishes the update.
 */
export async function endWithoutWorker(
  tx: Tx,
  migration: MigrationRow,
  end: EndWithoutWorker,
): Promise<void> {
  // Must come first: it waits for a plan that is being stored, so that it is seen.
  await endLease(tx, migration.id);
  if (await isAllCounted(tx, migration)) {
    await endMigration(tx, migration, { ...end, source: null });
    return;
  }
  await openClosing(tx, migration.id, end, closingMs);
  await commandStart(tx, migration.id);
  const message = migration.dry_run
    ? 'A worker counts the batches in flight'
    : 'A worker looks up in HubSpot what was written of the batches in flight';
  await note(tx, migration.id, 'info', message);
}

/**
 * The worker that was reading back the writes stops early: another one continues, under a new lease, and has the same time to
 * take it as the first one had. If everything has been counted since, the migration ends.
 */
export function handOverClosing(tx: Tx, migration: MigrationRow): Promise<void> {
  return endWithoutWorker(tx, migration, endOf(migration));
}

/** Ends a migration with unreported batches: its summary and its log mention them. */
export async function endUnclosed(tx: Tx, migration: MigrationRow): Promise<void> {
  await endMigration(tx, migration, { ...endOf(migration), source: null });
  for (const { kind, planned, reported } of await countPlannedRecords(tx, migration.id)) {
    const records = planned - reported;
    if (records === 0) continue;
    const message = migration.dry_run
      ? `${amountOf(records, kind)} of the last batches are not counted`
      : `${amountOf(records, kind)} could not be confirmed; look them up in HubSpot`;
    await note(tx, migration.id, 'warning', message, { kind, records });
  }
}

/** Ends a migration that waits to be closed, as soon as late reports have counted all its batches. */
export async function endIfCounted(tx: Tx, migration: MigrationRow): Promise<void> {
  if (!(await isHeld(tx, migration.id)) && (await isAllCounted(tx, migration)))
    await endUnclosed(tx, migration);
}

/** The final status of a migration that is waiting to be closed. */
const endOf = ({ status, failure_message: failureMessage }: MigrationRow): EndWithoutWorker => ({
  status: status === 'failed' ? 'failed' : 'cancelled',
  failureMessage,
});

const isAllCounted = async (tx: Tx, { id }: MigrationRow): Promise<boolean> =>
  (await countUnreportedBatches(tx, id)) === 0;
