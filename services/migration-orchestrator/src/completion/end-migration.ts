import type { Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { endLease } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { countPlannedRecords, countReportedRecords } from '../plans/planned-batches.postgres.ts';
import { commandNext } from '../portal-queue/start-command.ts';
import { countOutcomes, storeAccount, storeCompletion } from './completion-store.postgres.ts';
import type { Completion } from './completion.ts';
import { onlyRead, reconcile } from './reconciliation.ts';

/**
 * Records of batches that were reported without an outcome for them were not written. A run that was stopped has not
 * reached them, so that they are no part of its account; in a completed one they are missing, and are its difference.
 */
async function closingAccount(
  tx: Tx,
  migrationId: number,
  { status, source }: Pick<Completion, 'status' | 'source'>,
): Promise<Reconciliation> {
  const outcomes = await countOutcomes(tx, migrationId);
  const told = source ?? onlyRead(await countPlannedRecords(tx, migrationId));
  if (status === 'completed') return reconcile(told, outcomes);
  const accounted = outcomes.reduce((sum, { count }) => sum + count, 0);
  const notReached = (await countReportedRecords(tx, migrationId)) - accounted;
  return reconcile({ ...told, read: told.read - notReached }, outcomes);
}

/**
 * Ends a migration whose row the caller has locked: status, closing account, lease gone, and the next migration in the
 * queue is started. The caller publishes the update.
 */
export async function endMigration(
  tx: Tx,
  migration: { readonly id: number; readonly portal_queue: string },
  { status, source, failureMessage }: Completion,
): Promise<Reconciliation> {
  // First of all: a plan that is just being stored is waited for, so that the account knows of it.
  await endLease(tx, migration.id);
  const account = await closingAccount(tx, migration.id, { status, source });
  await storeCompletion(tx, migration.id, { status, failureMessage }, account);
  await commandNext(tx, migration.portal_queue);
  return account;
}

/** States the account of an ended migration again, after a late batch was counted; `missing` of it have no outcome. */
export async function restateAccount(
  tx: Tx,
  { id, status }: Pick<MigrationRow, 'id' | 'status'>,
  { source, countedBySource, foundAtEnd, heldStill }: Reconciliation,
  missing: number,
): Promise<void> {
  const read = status === 'completed' ? source : source - missing;
  const told = { read, countedBySource, foundAtEnd, heldStill };
  await storeAccount(tx, id, reconcile(told, await countOutcomes(tx, id)));
}
