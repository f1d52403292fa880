import type { Tx } from '@ridgeline/postgres';

/** The run has no worker, and has waited long enough for one to read back its unfinished batches. */
const isOverdue = `closing_until < clock_timestamp() and not exists (select from leases l where l.migration_id = migrations.id)`;

/** The migrations that no worker took in time to close them, longest overdue first. */
export async function findOverdueClosings(tx: Tx): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from migrations where ${isOverdue} order by closing_until`,
  );
  return rows.map(({ id }) => id);
}

/** Whether this migration is one of them, by the database's clock. */
export async function isClosingOverdue(tx: Tx, migrationId: number): Promise<boolean> {
  return (await tx.query(`select from migrations where id = $1 and ${isOverdue}`, [migrationId])).length > 0;
}

/** A batch in progress takes seconds; anything that blocks it longer is reported as a wait. */
const quietMs = 2 * 60_000;
/**
 * Without an open batch the run is reading: at the beginning and at the end it reads the whole source, which may contain
 * nothing left to plan.
 */
const quietReadingMs = 15 * 60_000;

/** A run that makes no progress although it waits for nothing, and that was not marked as stalled yet. */
const isNewlyStalled = `
  is_open and status = 'running' and waiting_for is null and paused_at is null
  and (stalled_at is null or stalled_at < last_activity_at)
  and last_activity_at < now() - interval '1 millisecond' * case
    when exists (select from batches b where b.migration_id = migrations.id and b.done_at is null)
      then ${quietMs} + 2 * delay_ms
    else ${quietReadingMs} end`;

/** The migrations whose runs stalled. */
export async function findNewlyStalled(tx: Tx): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(`select id from migrations where ${isNewlyStalled}`);
  return rows.map(({ id }) => id);
}

/**
 * Marks the run as stalled, and returns whether it did: another orchestrator may have marked it, or it may have progressed
 * since then.
 */
export async function markStalled(tx: Tx, migrationId: number): Promise<boolean> {
  const marked = await tx.query(
    `update migrations set stalled_at = now() where id = $1 and ${isNewlyStalled} returning id`,
    [migrationId],
  );
  return marked.length > 0;
}
