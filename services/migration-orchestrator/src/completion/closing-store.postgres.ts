import type { Tx } from '@ridgeline/postgres';
import type { Completion } from './completion.ts';

/** How a migration ends that no worker brings to its end. */
export type EndWithoutWorker = Pick<Completion, 'failureMessage'> & {
  readonly status: Exclude<Completion['status'], 'completed'>;
};

/** Stores the end of a migration and opens an attempt that only closes it; it may wait so long for a worker. */
export async function openClosing(
  tx: Tx,
  migrationId: number,
  { status, failureMessage }: EndWithoutWorker,
  waitMs: number,
): Promise<void> {
  await tx.query(
    `update migrations
     set status = $2, failure_message = $3, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, attempt = attempt + 1,
       closing_until = clock_timestamp() + $4 * interval '1 millisecond'
     where id = $1`,
    [migrationId, status, failureMessage, waitMs],
  );
}

/** Nobody has the run, and it has waited long enough for somebody to look up what became of its batches. */
const overdue = `closing_until < clock_timestamp() and not exists (select from leases l where l.migration_id = migrations.id)`;

/** The migrations that no worker took in time to close them, longest overdue first. */
export async function findOverdueClosings(tx: Tx): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from migrations where ${overdue} order by closing_until`,
  );
  return rows.map(({ id }) => id);
}

/** Whether this migration is one of them, by the database's clock. */
export async function isClosingOverdue(tx: Tx, migrationId: number): Promise<boolean> {
  return (await tx.query(`select from migrations where id = $1 and ${overdue}`, [migrationId])).length > 0;
}
