import type { Claim, WorkerIdentity } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import { violatedConstraint, type Database, type Tx } from '@ridgeline/postgres';
import { note } from '../logs/log-store.postgres.ts';
import { openAttempt } from '../migration-state/attempt-store.postgres.ts';
import { databaseTime } from '../migration-state/database-time.postgres.ts';
import { followedBy, lockMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { nextStatus } from '../migration-state/migration-status.ts';
import { headOfQueue } from '../migration-state/portal-queue-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import {
  copiesChosen,
  grantLease,
  hasLinks,
  isNewPortal,
  startingPoint,
  type StartingPoint,
} from './claim-store.postgres.ts';
import { mustLeaveRoom, type LeaseRules } from './company-share-store.postgres.ts';

/*
 * How a run gets a worker. The worker learned of the run from its start command, or from an offer that came with a renewal;
 * both name the attempt. In one transaction:
 *
 *  1. lock the migration's row, so that claims of one run are serialized
 *  2. check that it may be claimed: the worker supports its purpose; it is queued, running or closing; the attempt is the open
 *     one; it is not paused and does not wait for a vendor; it is the head of its portal's queue (then no worker holds any run
 *     of the queue); its company leaves room for others
 *  3. grant the lease: increment the epoch, which fences out every earlier worker; store the lease and the attempt
 *  4. determine where the run resumes: after the last planned batch, plus the plans that were not reported
 *  5. log and publish the update
 *
 *   queued ──claim──> running, held     running, no worker ──claim──> running, held     closing ──claim──> closing, held
 *
 * The lease is then renewed (lease-store). The run leaves its worker when it ends (completion/end-run), is handed back or is
 * reclaimed (run-handover).
 */

/** A worker's claim. */
export interface ClaimRequest {
  readonly migrationId: number;
  readonly attempt: number;
  readonly worker: WorkerIdentity;
  /** Whether the worker supports dry runs and follow-up migrations; one of the previous release does not. */
  readonly knowsPurposes: boolean;
}

/** The heads of two queues cannot conflict, but two migrations of one queue can, briefly: the unique indexes decide. */
const clashes = new Set(['one_running_per_portal', 'one_holder_per_portal', 'leases_pkey']);

/**
 * Grants the lease on a run to exactly one worker. Throws `migration.not_found`, or `run.not_claimable` when the run is held,
 * has ended and is not to be closed, is not the portal's next, waits for a vendor, its company must leave room for others, or
 * the claim names another attempt.
 */
export async function claimRun(db: Database, rules: LeaseRules, request: ClaimRequest): Promise<Claim> {
  try {
    return await db.forSystem((tx) => claimInTransaction(tx, rules, request));
  } catch (error) {
    if (clashes.has(violatedConstraint(error) ?? ''))
      throw new AppError('run.not_claimable', { cause: error });
    throw error;
  }
}

async function claimInTransaction(tx: Tx, rules: LeaseRules, request: ClaimRequest): Promise<Claim> {
  const { migrationId, attempt, worker, knowsPurposes } = request;
  const migration = await lockMigration(tx, migrationId);
  if (!migration) throw new AppError('migration.not_found');
  const isUnderstood = knowsPurposes || !(migration.dry_run || migration.follows !== null);
  if (!isUnderstood || !(await isClaimable(tx, rules, migration, attempt)))
    throw new AppError('run.not_claimable');

  const newPortal = await isNewPortal(tx, migration);
  const epoch = await grantLease(tx, migration, worker.processId, rules.leaseMs);
  await openAttempt(tx, { migrationId, epoch }, worker);
  const start = await startingPoint(tx, migration);
  await note(tx, migrationId, 'info', beginningOf(migration, start), {
    attempt,
    worker: worker.serverInstanceId,
  });
  await publishUpdate(tx, migrationId);
  return {
    epoch,
    leaseMs: rules.leaseMs,
    claimedAt: (await databaseTime(tx)).toISOString(),
    settings: { ...settingsOf(migration), onlyChosen: await copiesChosen(tx, migration) },
    newPortal,
    hasLinks: await hasLinks(tx, migration),
    ...start,
    ...(migration.closing ? { closing: true } : {}),
    ...(seeksLookAlikes(migration) ? { seeksLookAlikes: true } : {}),
  };
}

/** Every dry run compares what it would create with the portal, except that of an undo, which creates nothing. */
const seeksLookAlikes = ({ dry_run, follows_as, hubspot_portal_id, closing }: MigrationRow): boolean =>
  dry_run && follows_as !== 'undo' && hubspot_portal_id !== null && !closing;

function beginningOf({ closing, dry_run }: MigrationRow, { nextBatch, unfinished }: StartingPoint): string {
  const batches = `${unfinished.length} unfinished batches`;
  if (closing) return dry_run ? `Counting ${batches}` : `Looking up ${batches} in HubSpot`;
  return nextBatch > 1 ? `Resumed after batch ${nextBatch - 1}` : 'Started';
}

async function isClaimable(
  tx: Tx,
  rules: LeaseRules,
  migration: MigrationRow,
  attempt: number,
): Promise<boolean> {
  const open = (nextStatus(migration.status, 'claim') !== null && !migration.paused_at) || migration.closing;
  if (!open || migration.waits || migration.attempt !== attempt) return false;
  // There is no head while any run of the queue is held, this one included.
  const head = await headOfQueue(tx, migration.portal_queue);
  if (head?.id !== migration.id) return false;
  // Closing a run takes only a moment, and its portal waits for it.
  return migration.closing || !(await mustLeaveRoom(tx, rules, migration.company_id));
}

function settingsOf(migration: MigrationRow): Omit<Claim['settings'], 'onlyChosen'> {
  return {
    migrationId: migration.id,
    companyId: migration.company_id,
    connectionId: migration.connection_id,
    migrationType: migration.migration_type,
    batchSize: migration.batch_size,
    concurrency: migration.concurrency,
    delayMs: migration.delay_ms,
    options: migration.options,
    dryRun: migration.dry_run,
    follows: followedBy(migration),
  };
}
