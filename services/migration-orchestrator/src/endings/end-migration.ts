import type { MigrationStatus, Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { commandNext } from '../commands/start-command.ts';
import { endLease } from '../migration/lease-row.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { reconcile, type OutcomeCount, type SourceCount } from './reconciliation.ts';

/** How a migration ends, or how the rest of a cancelled one is closed. */
export interface Ending {
  readonly status: Extract<MigrationStatus, 'completed' | 'failed' | 'cancelled'>;
  /** What the worker told of the source; null when no worker told: those that were planned. */
  readonly source: SourceCount | null;
  /** For people; null unless failed. */
  readonly failureMessage: string | null;
}

const outcomesOf = (tx: Tx, migrationId: number): Promise<OutcomeCount[]> =>
  tx.query<OutcomeCount>(
    `select kind, nullif(reason, '') as reason, count from outcome_counts where migration_id = $1 and count > 0`,
    [migrationId],
  );

/**
 * Records of batches that were reported without an outcome for them were not written. A run that was stopped has not
 * reached them, so that they are no part of its account; in a completed one they are missing, and are its difference.
 */
async function closingAccount(
  tx: Tx,
  migrationId: number,
  { status, source }: Pick<Ending, 'status' | 'source'>,
): Promise<Reconciliation> {
  const outcomes = await outcomesOf(tx, migrationId);
  const { planned, reported } = await tx.one<{ planned: number; reported: number }>(
    `select coalesce(sum(record_count), 0)::integer as planned,
       coalesce(sum(record_count) filter (where done_at is not null), 0)::integer as reported
     from batches where migration_id = $1`,
    [migrationId],
  );
  const accounted = outcomes.reduce((sum, { count }) => sum + count, 0);
  const notReached = status === 'completed' ? 0 : reported - accounted;
  const { read, countedBySource } = source ?? { read: planned, countedBySource: null };
  return reconcile({ read: read - notReached, countedBySource }, outcomes);
}

/**
 * Ends a migration whose row the caller has locked: status, closing account, lease gone, and the next migration in the
 * queue is started. The caller announces the change. A completed migration's target becomes the exact source count.
 */
export async function endMigration(
  tx: Tx,
  migration: { readonly id: number; readonly portal_queue: string },
  { status, source, failureMessage }: Ending,
): Promise<Reconciliation> {
  // First of all: a plan that is just being stored is waited for, so that the account knows of it.
  await endLease(tx, migration.id);
  const account = await closingAccount(tx, migration.id, { status, source });
  await tx.query(
    `update migrations
     set status = $2, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, closing_until = null, failure_message = $3, reconciliation = $4,
       target_count = case when $2 = 'completed' then greatest($5, processed_count) else target_count end
     where id = $1`,
    [migration.id, status, failureMessage, JSON.stringify(account), account.source],
  );
  await commandNext(tx, migration.portal_queue);
  return account;
}

/** States the account of an ended migration again, after a late batch was counted; `missing` of it have no outcome. */
export async function restateAccount(
  tx: Tx,
  { id: migrationId, status }: Pick<MigrationRow, 'id' | 'status'>,
  { source, countedBySource }: Reconciliation,
  missing: number,
): Promise<void> {
  const read = status === 'completed' ? source : source - missing;
  const account = reconcile({ read, countedBySource }, await outcomesOf(tx, migrationId));
  await tx.query(`update migrations set reconciliation = $2 where id = $1`, [
    migrationId,
    JSON.stringify(account),
  ]);
}
