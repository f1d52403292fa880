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
import { mustLeaveRoom } from './company-share.postgres.ts';
import type { LeaseRules } from './lease-rules.ts';
import { isHeldUnder } from './lease-store.postgres.ts';
import { nextAttemptAfterRelease } from './next-attempt-store.postgres.ts';

/** For a run whose company has to leave room: nobody knows for how long. */
const forSlot: RunWait = {
  ms: 0,
  reason: 'Waiting for a free slot: migrations of other companies have their turn',
};

/**
 * Takes a run back from its worker: to be resumed by another one at once, with a wait when that is over, and when others
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
  { id, company_id }: MigrationRow,
  vendorWait: RunWait | undefined,
): Promise<void> {
  await endLease(tx, id);
  // Whoever would claim it now is refused for the same reason.
  const wait = vendorWait ?? ((await mustLeaveRoom(tx, rules, company_id)) ? forSlot : undefined);
  const reason = wait?.reason ?? 'Waiting for another worker to go on';
  await nextAttemptAfterRelease(tx, id, { reason, ms: wait?.ms ?? null });
  // A run that waits for a vendor is offered when the wait is over: a command now would be refused.
  if (!vendorWait) await commandStart(tx, id);
  const message = wait
    ? 'The run makes room for others while it waits; it goes on by itself'
    : 'The worker stops and hands the run to another one';
  await note(tx, id, 'info', message, wait ? { waitsFor: wait.reason } : {});
}
