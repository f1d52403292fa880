import type { Tx } from '@ridgeline/postgres';
import { commandStart } from '../commands/start-command.ts';
import { endUnclosed, endWithoutWorker } from '../endings/close-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { endLease } from '../migration/lease-row.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { closeAttempt } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';

/** So many attempts in a row may crash without any progress before the migration is given up. */
const crashLimit = 3;

const givenUp =
  `The migration was given up: ${crashLimit} workers in a row stopped before they finished a batch. ` +
  'Nothing that was written is lost; start a new migration to go on.';

/** Takes a run from a worker that is judged to be lost. The caller holds the migration's row and the lease's. */
export async function takeFromLostWorker(tx: Tx, migration: MigrationRow): Promise<void> {
  const { id, epoch } = migration;
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
  await announceChange(tx, id);
}

/** Batches that were planned and records that were counted: whatever of it grew, the run came on. */
async function progressOf(tx: Tx, { id, processed_count }: MigrationRow): Promise<number> {
  const { planned } = await tx.one<{ planned: number }>(
    `select coalesce(max(batch), 0) as planned from batches where migration_id = $1`,
    [id],
  );
  return planned + processed_count;
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
  await tx.query(
    `update migrations
     set attempt = attempt + 1, crashes_without_progress = $3, progress_at_crash = $4, last_activity_at = now(),
       waiting_for = $2
     where id = $1`,
    [id, 'The worker was lost; waiting for another one to go on', crashes, progress],
  );
  await commandStart(tx, id);
  await note(tx, id, 'warning', 'The worker does not answer any more; another one goes on', { attempt });
}

async function giveUp(tx: Tx, migration: MigrationRow): Promise<void> {
  await note(tx, migration.id, 'error', givenUp, { attempt: migration.attempt });
  await endWithoutWorker(tx, migration, { status: 'failed', failureMessage: givenUp });
}
