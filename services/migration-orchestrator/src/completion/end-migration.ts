import type { Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { endLease } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { countPlannedRecords, plannedOf } from '../plans/planned-batches.postgres.ts';
import { commandNext } from '../portal-queue/start-command.ts';
import { readCounts, storeAccount, storeCompletion } from './completion-store.postgres.ts';
import type { Completion } from './completion.ts';
import { accountedOf, onlyRead, reconcile } from './reconciliation.ts';

/**
 * Records of batches that were reported without an outcome for them were not written. A run that was stopped has not
 * reached them, so that they are no part of its account; in a completed one they are missing, and are its difference.
 */
async function closingAccount(
  tx: Tx,
  { id, kind }: EndingMigration,
  { status, source }: Pick<Completion, 'status' | 'source'>,
): Promise<Reconciliation> {
  const counts = await readCounts(tx, id);
  const { planned, reported } = plannedOf(await countPlannedRecords(tx, id), kind);
  const told = source ?? onlyRead(planned);
  if (status === 'completed') return reconcile(kind, told, counts);
  const notReached = reported - accountedOf(counts, kind);
  return reconcile(kind, { ...told, read: told.read - notReached }, counts);
}

/** What is to be known of a migration that ends. */
type EndingMigration = Pick<MigrationRow, 'id' | 'kind' | 'portal_queue'>;

/**
 * Ends a migration whose row the caller has locked: status, closing account, lease gone, and the next migration in the
 * queue is started. The caller publishes the update.
 */
export async function endMigration(
  tx: Tx,
  migration: EndingMigration,
  { status, source, failureMessage }: Completion,
): Promise<Reconciliation> {
  // First of all: a plan that is just being stored is waited for, so that the account knows of it.
  await endLease(tx, migration.id);
  const account = await closingAccount(tx, migration, { status, source });
  await storeCompletion(tx, migration.id, { status, failureMessage }, account);
  await commandNext(tx, migration.portal_queue);
  return account;
}

/**
 * States the account of an ended migration again, after a late batch was counted; `missing` records of the migration's
 * own kind have no outcome in it.
 */
export async function restateAccount(
  tx: Tx,
  { id, kind, status }: Pick<MigrationRow, 'id' | 'kind' | 'status'>,
  { source, countedBySource, foundAtEnd, heldStill }: Reconciliation,
  missing: number,
): Promise<void> {
  const read = status === 'completed' ? source : source - missing;
  const told = { read, countedBySource, foundAtEnd, heldStill };
  await storeAccount(tx, id, reconcile(kind, told, await readCounts(tx, id)));
}
