import type { RunWait } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endWithoutWorker, handOverClosing } from '../completion/close-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { closeAttempt } from '../migration-state/attempt-store.postgres.ts';
import { endLease, type HeldRun } from '../migration-state/lease-row.postgres.ts';
import { lockMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { commandStart } from '../portal-queue/start-command.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { isHeldUnder } from './lease-store.postgres.ts';
import { nextAttemptAfterRelease } from './next-attempt-store.postgres.ts';

/**
 * Takes a run back from its worker: to be resumed at once by another one, or, with a wait, when that is over. Throws
 * `run.lease_lost` when the worker does not hold it. The epoch stays until the next claim: batches that the worker
 * reported just before still count, and are not executed again.
 */
export async function releaseRun(
  db: Database,
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
    else await handBack(tx, migration, wait);
    await publishUpdate(tx, migrationId);
  });
}

async function handBack(tx: Tx, { id }: MigrationRow, wait: RunWait | undefined): Promise<void> {
  await endLease(tx, id);
  const reason = wait?.reason ?? 'Waiting for another worker to go on';
  await nextAttemptAfterRelease(tx, id, { reason, ms: wait?.ms ?? null });
  // A run that waits is offered when the wait is over: a command now would be refused.
  if (!wait) await commandStart(tx, id);
  const message = wait
    ? 'The run makes room for others while it waits; it goes on by itself'
    : 'The worker stops and hands the run to another one';
  await note(tx, id, 'info', message, wait ? { waitsFor: wait.reason } : {});
}
