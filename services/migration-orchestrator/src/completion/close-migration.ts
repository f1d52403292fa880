import type { Tx } from '@ridgeline/postgres';
import { note } from '../logs/log-store.postgres.ts';
import { endLease, isHeld } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { countPlannedRecords, countUnreportedBatches } from '../plans/planned-batches.postgres.ts';
import { commandStart } from '../portal-queue/start-command.ts';
import { openClosing, type EndWithoutWorker } from './closing-store.postgres.ts';
import { endMigration } from './end-migration.ts';
import { amountOf } from './kind-words.ts';

/** So long may a run that has ended wait for a worker that reads back what became of its unfinished batches. */
const closingMs = 30_000;

/**
 * Ends a migration whose row the caller has locked and that no worker holds any more. The status stands at once. Batches
 * that are planned and not counted may have been written: then a worker reads them back first, and the account is closed
 * and the portal's next migration started after that. The caller publishes the update.
 */
export async function endWithoutWorker(
  tx: Tx,
  migration: MigrationRow,
  end: EndWithoutWorker,
): Promise<void> {
  // First of all: a plan that is just being stored is waited for, so that it is seen.
  await endLease(tx, migration.id);
  if (await isAllCounted(tx, migration)) {
    await endMigration(tx, migration, { ...end, source: null });
    return;
  }
  await openClosing(tx, migration.id, end, closingMs);
  await commandStart(tx, migration.id);
  await note(
    tx,
    migration.id,
    'info',
    'A worker looks up in HubSpot what was written of the batches in flight',
  );
}

/**
 * The worker that reads back what was written stops before it is done: another one does so, under a new lease, and has as
 * much time to take it as the first one had. When all is counted by now, the migration ends.
 */
export function handOverClosing(tx: Tx, migration: MigrationRow): Promise<void> {
  return endWithoutWorker(tx, migration, endOf(migration));
}

/** Ends a migration though nobody tells what became of its unfinished batches: its account and its log say so. */
export async function endUnclosed(tx: Tx, migration: MigrationRow): Promise<void> {
  await endMigration(tx, migration, { ...endOf(migration), source: null });
  for (const { kind, planned, reported } of await countPlannedRecords(tx, migration.id)) {
    const records = planned - reported;
    if (records === 0) continue;
    const message = `Nobody could confirm ${amountOf(records, kind)}; look them up in HubSpot`;
    await note(tx, migration.id, 'warning', message, { kind, records });
  }
}

/** Ends a migration that waits to be closed, as soon as late reports have told of all its batches. */
export async function endIfCounted(tx: Tx, migration: MigrationRow): Promise<void> {
  if (!(await isHeld(tx, migration.id)) && (await isAllCounted(tx, migration)))
    await endUnclosed(tx, migration);
}

/** How a migration that is to be closed has ended. */
const endOf = ({ status, failure_message: failureMessage }: MigrationRow): EndWithoutWorker => ({
  status: status === 'failed' ? 'failed' : 'cancelled',
  failureMessage,
});

const isAllCounted = async (tx: Tx, { id }: MigrationRow): Promise<boolean> =>
  (await countUnreportedBatches(tx, id)) === 0;
