import type { Tx } from '@ridgeline/postgres';
import { endUnclosed, endWithoutWorker } from '../completion/close-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { closeAttempt } from '../migration-state/attempt-store.postgres.ts';
import { endLease } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { lastPlannedBatch } from '../plans/planned-batches.postgres.ts';
import { commandStart } from '../portal-queue/start-command.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { nextAttemptAfterCrash } from './next-attempt-store.postgres.ts';

/** So many attempts in a row may crash without any progress before the migration is given up. */
const crashLimit = 3;

const givenUp =
  `The migration was given up: ${crashLimit} workers in a row stopped before they finished a batch. ` +
  'Nothing that was written is lost; start a new migration to go on.';

/** A lease that was taken from a worker that was lost. */
export interface LostLease {
  readonly migrationId: number;
  /** Whether the run had lost another worker shortly before: it goes from one to the next. */
  readonly again: boolean;
}

/** Takes a run from a worker that is judged to be lost. The caller holds the migration's row and the lease's. */
export async function takeFromLostWorker(tx: Tx, migration: MigrationRow): Promise<LostLease> {
  const { id, epoch } = migration;
  const again = await wasLostBefore(tx, migration);
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

async function wasLostBefore(tx: Tx, { id, epoch }: MigrationRow): Promise<boolean> {
  const crash = await tx.maybeOne(
    `select from attempts where migration_id = $1 and epoch < $2 and status = 'crashed'
       and ended_at > now() - interval '5 minutes' limit 1`,
    [id, epoch],
  );
  return crash !== undefined;
}

/** Batches that were planned and records that were counted: whatever of it grew, the run came on. */
async function progressOf(tx: Tx, { id, processed_count }: MigrationRow): Promise<number> {
  return (await lastPlannedBatch(tx, id)) + processed_count;
}

/** A worker that was lost while the run waited for a vendor says nothing about the run: it is not counted. */
function crashesInARow(migration: MigrationRow, progress: number): number {
  if (migration.waiting_for !== null) return migration.crashes_without_progress;
  return progress > migration.progress_at_crash ? 1 : migration.crashes_without_progress + 1;
}

/** What the lost worker reported before still counts, however late it comes, until the next claim. */
async function handOver(
  tx: Tx,
  { id, attempt }: MigrationRow,
  { crashes, progress }: { crashes: number; progress: number },
): Promise<void> {
  await endLease(tx, id);
  const waitingFor = 'The worker was lost; waiting for another one to go on';
  await nextAttemptAfterCrash(tx, id, { waitingFor, crashes, progress });
  await commandStart(tx, id);
  await note(tx, id, 'warning', 'The worker does not answer any more; another one goes on', { attempt });
}

async function giveUp(tx: Tx, migration: MigrationRow): Promise<void> {
  await note(tx, migration.id, 'error', givenUp, { attempt: migration.attempt });
  await endWithoutWorker(tx, migration, { status: 'failed', failureMessage: givenUp });
}
