import type { MigrationStatus, Reconciliation } from '@ridgeline/contracts';
import type { SourceAccount } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { Counts, OutcomeCount, WarningCount } from './reconciliation.ts';

/** How a migration ends, or how the rest of a cancelled one is closed. */
export interface Completion {
  readonly status: Extract<MigrationStatus, 'completed' | 'failed' | 'cancelled'>;
  /** What the worker reported about the source; null if none did: then the planned records count. */
  readonly source: SourceAccount | null;
  /** For people; null unless failed. */
  readonly failureMessage: string | null;
}

/** How a migration ends that no worker finishes. */
export type EndWithoutWorker = Pick<Completion, 'failureMessage'> & {
  readonly status: Exclude<Completion['status'], 'completed'>;
};

/** What a migration has counted so far, kinds ordered by name. */
export async function readCounts(tx: Tx, migrationId: number): Promise<Counts> {
  const outcomes = await tx.query<OutcomeCount>(
    `select kind, outcome, nullif(reason, '') as reason, count from outcome_counts
     where migration_id = $1 and count > 0 order by kind, outcome, reason`,
    [migrationId],
  );
  const warnings = await tx.query<WarningCount>(
    `select kind, code, count from warning_counts where migration_id = $1 and count > 0 order by kind, code`,
    [migrationId],
  );
  return { outcomes, warnings };
}

/**
 * Stores the end of a migration and its summary. The target of a completed migration becomes the exact count of the source.
 */
export async function storeCompletion(
  tx: Tx,
  migrationId: number,
  { status, failureMessage }: Pick<Completion, 'status' | 'failureMessage'>,
  account: Reconciliation,
): Promise<void> {
  await tx.query(
    `update migrations
     set status = $2, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, paused_at = null, closing_until = null, failure_message = $3, reconciliation = $4,
       target_count = case when $2 = 'completed' then greatest($5, processed_count) else target_count end
     where id = $1`,
    [migrationId, status, failureMessage, JSON.stringify(account), account.source],
  );
}

/** Replaces the summary of a migration that has ended. */
export async function storeAccount(tx: Tx, migrationId: number, account: Reconciliation): Promise<void> {
  await tx.query(`update migrations set reconciliation = $2 where id = $1`, [
    migrationId,
    JSON.stringify(account),
  ]);
}

/** Stores the end of a migration and opens an attempt that only closes it; it waits this long for a worker. */
export async function openClosing(
  tx: Tx,
  migrationId: number,
  { status, failureMessage }: EndWithoutWorker,
  waitMs: number,
): Promise<void> {
  await tx.query(
    `update migrations
     set status = $2, failure_message = $3, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, paused_at = null, attempt = attempt + 1,
       closing_until = clock_timestamp() + $4 * interval '1 millisecond'
     where id = $1`,
    [migrationId, status, failureMessage, waitMs],
  );
}
