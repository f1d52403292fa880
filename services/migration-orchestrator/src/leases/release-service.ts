import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { commandStart } from '../commands/start-command.ts';
import { endMigration } from '../endings/end-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { lockMigration } from '../migration/migration-row.ts';
import { closeAttempt } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';
import type { HeldRun } from './renewal-store.postgres.ts';

/**
 * Takes a run back from a worker that stops, so that another resumes it at once. Throws `run.lease_lost` when the worker
 * does not hold it. The epoch stays until the next claim: batches that the worker reported just before still count, and
 * are not executed again.
 */
export async function releaseRun(db: Database, { migrationId, epoch }: HeldRun): Promise<void> {
  await db.forSystem(async (tx) => {
    const migration = await lockMigration(tx, migrationId);
    if (migration?.epoch !== epoch || migration.holder === null) throw new AppError('run.lease_lost');
    await closeAttempt(tx, { migrationId, epoch }, 'completed');
    if (migration.status === 'cancelled') {
      await endMigration(tx, migration, { status: 'cancelled', sourceCount: null, failureMessage: null });
    } else {
      await tx.query(
        `update migrations
         set holder = null, lease_until = null, attempt = attempt + 1, last_activity_at = now(), waiting_for = $2
         where id = $1`,
        [migrationId, 'Waiting for another worker to go on'],
      );
      await commandStart(tx, migrationId);
      await note(tx, migrationId, 'info', 'The worker stops and hands the run to another one');
    }
    await announceChange(tx, migrationId);
  });
}
