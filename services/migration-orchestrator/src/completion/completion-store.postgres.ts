import type { Reconciliation } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { Completion } from './completion.ts';
import type { OutcomeCount } from './reconciliation.ts';

/** How many records of a migration came to each end, by reason. */
export function countOutcomes(tx: Tx, migrationId: number): Promise<OutcomeCount[]> {
  return tx.query<OutcomeCount>(
    `select kind, nullif(reason, '') as reason, count from outcome_counts where migration_id = $1 and count > 0`,
    [migrationId],
  );
}

/** Stores the end of a migration and its account. A completed migration's target becomes the exact source count. */
export async function storeCompletion(
  tx: Tx,
  migrationId: number,
  { status, failureMessage }: Pick<Completion, 'status' | 'failureMessage'>,
  account: Reconciliation,
): Promise<void> {
  await tx.query(
    `update migrations
     set status = $2, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, closing_until = null, failure_message = $3, reconciliation = $4,
       target_count = case when $2 = 'completed' then greatest($5, processed_count) else target_count end
     where id = $1`,
    [migrationId, status, failureMessage, JSON.stringify(account), account.source],
  );
}

/** Replaces the account of a migration that has ended. */
export async function storeAccount(tx: Tx, migrationId: number, account: Reconciliation): Promise<void> {
  await tx.query(`update migrations set reconciliation = $2 where id = $1`, [
    migrationId,
    JSON.stringify(account),
  ]);
}
