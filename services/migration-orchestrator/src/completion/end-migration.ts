import type { Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { endLease } from '../migration-state/lease-row.postgres.ts';
import { countPlannedRecords } from '../plans/planned-batches.postgres.ts';
import { commandNext } from '../portal-queue/start-command.ts';
import { countOutcomes, storeAccount, storeCompletion } from './completion-store.postgres.ts';
import type { Completion } from './completion.ts';
import { onlyRead, reconcile, type SourceCount } from './reconciliation.ts';

async function closingAccount(
  tx: Tx,
  migrationId: number,
  told: SourceCount | null,
): Promise<Reconciliation> {
  const outcomes = await countOutcomes(tx, migrationId);
  const source = told ?? onlyRead(await countPlannedRecords(tx, migrationId));
  return reconcile(source, outcomes);
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
  const account = await closingAccount(tx, migration.id, source);
  await storeCompletion(tx, migration.id, { status, failureMessage }, account);
  await commandNext(tx, migration.portal_queue);
  return account;
}

/** States the account of an ended migration again, after a late batch of it was counted. */
export async function restateAccount(tx: Tx, migrationId: number, former: Reconciliation): Promise<void> {
  const { source: read, countedBySource, foundAtEnd, heldStill } = former;
  const told = { read, countedBySource, foundAtEnd, heldStill };
  const account = await closingAccount(tx, migrationId, told);
  await storeAccount(tx, migrationId, account);
}
