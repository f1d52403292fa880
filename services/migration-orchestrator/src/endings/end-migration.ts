import type { MigrationStatus, Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { commandNext } from '../commands/start-command.ts';
import { reconcile, type OutcomeCount } from './reconciliation.ts';

/** How a migration ends, or how the rest of a cancelled one is closed. */
export interface Ending {
  readonly status: Extract<MigrationStatus, 'completed' | 'failed' | 'cancelled'>;
  /** Distinct source records that were read; null when no worker told: those that were planned. */
  readonly sourceCount: number | null;
  /** For people; null unless failed. */
  readonly failureMessage: string | null;
}

async function closingAccount(tx: Tx, migrationId: number, told: number | null): Promise<Reconciliation> {
  const outcomes = await tx.query<OutcomeCount>(
    `select kind, reason, count(*)::integer as count from outcomes where migration_id = $1 group by kind, reason`,
    [migrationId],
  );
  if (told !== null) return reconcile(told, outcomes);
  const { planned } = await tx.one<{ planned: number }>(
    `select count(*)::integer as planned from planned_records where migration_id = $1`,
    [migrationId],
  );
  return reconcile(planned, outcomes);
}

/**
 * Ends a migration whose row the caller has locked: status, closing account, lease gone, and the next
 * migration in line is started. The caller announces the change. A completed migration's target becomes the exact source count.
 */
export async function endMigration(
  tx: Tx,
  migration: { readonly id: number; readonly target_line: string },
  { status, sourceCount, failureMessage }: Ending,
): Promise<Reconciliation> {
  const account = await closingAccount(tx, migration.id, sourceCount);
  await tx.query(
    `update migrations
     set status = $2, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       holder = null, lease_until = null, waiting_for = null, failure_message = $3, reconciliation = $4,
       target_count = case when $2 = 'completed' then greatest($5, processed_count) else target_count end
     where id = $1`,
    [migration.id, status, failureMessage, JSON.stringify(account), account.source],
  );
  await commandNext(tx, migration.target_line);
  return account;
}

/** States the account of an ended migration again, after a late batch of it was counted. */
export async function restateAccount(tx: Tx, migrationId: number, sourceCount: number | null): Promise<void> {
  const account = await closingAccount(tx, migrationId, sourceCount);
  await tx.query(`update migrations set reconciliation = $2 where id = $1`, [
    migrationId,
    JSON.stringify(account),
  ]);
}
