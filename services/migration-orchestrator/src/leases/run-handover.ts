import type { RunWait } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endUnclosed, endWithoutWorker, handOverClosing } from '../completion/end-run.ts';
import { note } from '../logs/log-store.postgres.ts';
import {
  closeAttempt,
  nextAttemptAfterCrash,
  nextAttemptAfterRelease,
  lostAnotherLately,
} from '../migration-state/attempt-store.postgres.ts';
import { endLease, type HeldRun } from '../migration-state/lease-row.postgres.ts';
import { lockMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { whatStays } from '../migration-state/migration-status.ts';
import { lastPlannedBatch } from '../plans/batch-store.postgres.ts';
import { commandStart } from '../migration-state/portal-queue-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import { mustLeaveRoom, type LeaseRules } from './company-share-store.postgres.ts';
import { isHeldUnder } from './lease-store.postgres.ts';

/*
 * How a run leaves its worker before its end: it is handed back (`releaseRun`), or taken from a lost worker (`reclaimRun`).
 * Both close the attempt, take one of the following actions, and publish the update:
 *
 *                 handed back                                 lost
 *   closing       closing again, for another worker           ended, with what was not confirmed
 *   cancelled     ended, or closing while batches are not counted (`endWithoutWorker`), both ways
 *   running       next attempt: commanded now, or             next attempt, commanded now;
 *                 offered when its wait is over               the third loss without progress: failed, as `cancelled`
 *
 * A paused run is neither commanded nor offered before it is resumed. The lease is ended before the next attempt is opened.
 * The epoch stays until the next claim: earlier reports of the worker still count, however late they arrive, and their batches
 * are not executed again.
 */

/** How many consecutive attempts may crash without progress before the migration fails. */
const crashLimit = 3;

const givenUp =
  `The migration failed: ${crashLimit} workers in a row stopped before they finished a batch. ` +
  'Nothing that was written is lost; start a new migration to continue.';

/** A lease that was taken from a worker that was lost. */
export interface LostLease {
  readonly migrationId: number;
  /** Whether the run had lost another worker shortly before: the run moves from one lost worker to the next. */
  readonly again: boolean;
}

/** Takes a run from a worker that is considered lost. The caller holds the migration's row and the lease's. */
export async function reclaimRun(tx: Tx, migration: MigrationRow): Promise<LostLease> {
  const { id, epoch } = migration;
  const again = await lostAnotherLately(tx, { migrationId: id, epoch });
  await closeAttempt(tx, { migrationId: id, epoch }, 'crashed');
  if (migration.closing) await endUnclosed(tx, migration);
  else if (migration.status === 'cancelled')
    await endWithoutWorker(tx, migration, { status: 'cancelled', failureMessage: null });
  else {
    const progress = await progressOf(tx, migration);
    const crashes = crashesInARow(migration, progress);
    if (crashes >= crashLimit) await giveUp(tx, migration);
    else await handOver(tx, migration, { crashes, progress });
  }
  await publishUpdate(tx, id);
  return { migrationId: id, again };
}

/** Planned batches plus counted records: when the sum grew, the run made progress. */
async function progressOf(tx: Tx, { id, processed_count }: MigrationRow): Promise<number> {
  return (await lastPlannedBatch(tx, id)) + processed_count;
}

/** A worker lost while the run waited for a vendor is not counted: its loss says nothing about the run. */
function crashesInARow(migration: MigrationRow, progress: number): number {
  if (migration.waiting_for !== null) return migration.crashes_without_progress;
  return progress > migration.progress_at_crash ? 1 : migration.crashes_without_progress + 1;
}

/** What the lost worker reported before still counts, however late it comes, until the next claim. */
async function handOver(
  tx: Tx,
  { id, attempt, paused_at }: MigrationRow,
  { crashes, progress }: { crashes: number; progress: number },
): Promise<void> {
  await endLease(tx, id);
  if (paused_at !== null) {
    await nextAttemptAfterCrash(tx, id, { waitingFor: null, crashes, progress });
    await note(tx, id, 'warning', 'The worker was lost while the migration was paused', { attempt });
    return;
  }
  const waitingFor = 'The worker was lost; waiting for another one to go on';
  await nextAttemptAfterCrash(tx, id, { waitingFor, crashes, progress });
  await commandStart(tx, id);
  await note(tx, id, 'warning', 'Worker lost; another one resumes', { attempt });
}

async function giveUp(tx: Tx, migration: MigrationRow): Promise<void> {
  await note(tx, migration.id, 'error', givenUp, { attempt: migration.attempt });
  await endWithoutWorker(tx, migration, { status: 'failed', failureMessage: givenUp });
}

/** The wait of a run whose company must leave room; its length is unknown. */
const forSlot: RunWait = {
  ms: 0,
  reason: 'Waiting for a free slot: migrations of other companies have their turn',
};

/**
 * Takes a run back from its worker: to be resumed by another one immediately, with a wait when that is over, and when others
 * have their turn as soon as a slot is free. Throws `run.lease_lost` when the worker does not hold it. The epoch stays
 * until the next claim: batches that the worker reported just before still count, and are not executed again.
 */
export async function releaseRun(
  db: Database,
  rules: LeaseRules,
  { migrationId, epoch }: HeldRun,
  wait: RunWait | undefined,
): Promise<void> {
  await db.forSystem(async (tx) => {
    const migration = await lockMigration(tx, migrationId);
    const held = await isHeldUnder(tx, { migrationId, epoch });
    if (!migration || !held) throw new AppError('run.lease_lost');
    await closeAttempt(tx, { migrationId, epoch }, 'completed');
    if (migration.closing) await handOverClosing(tx, migration);
    else if (migration.status === 'cancelled')
      await endWithoutWorker(tx, migration, { status: 'cancelled', failureMessage: null });
    else await handBack(tx, rules, migration, wait);
    await publishUpdate(tx, migrationId);
  });
}

async function handBack(
  tx: Tx,
  rules: LeaseRules,
  migration: MigrationRow,
  vendorWait: RunWait | undefined,
): Promise<void> {
  const { id, company_id, paused_at } = migration;
  await endLease(tx, id);
  if (paused_at !== null) {
    await nextAttemptAfterRelease(tx, id, { reason: null, ms: null });
    await note(tx, id, 'info', `Paused; ${whatStays(migration)}`);
    return;
  }
  // A worker that claimed it now would be refused for the same reason.
  const wait = vendorWait ?? ((await mustLeaveRoom(tx, rules, company_id)) ? forSlot : undefined);
  const reason = wait?.reason ?? 'Waiting for another worker to go on';
  await nextAttemptAfterRelease(tx, id, { reason, ms: wait?.ms ?? null });
  // A run that waits for a vendor is offered when the wait is over: a command now would be refused.
  if (!vendorWait) await commandStart(tx, id);
  const message = wait
    ? 'The migration makes room for others while it waits; it resumes automatically'
    : 'The worker stops and hands the run to another one';
  await note(tx, id, 'info', message, wait ? { waitsFor: wait.reason } : {});
}
