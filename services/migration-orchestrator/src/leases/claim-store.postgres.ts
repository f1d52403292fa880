import type { BatchPlan, Claim, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/**
 * Gives the lease to a worker process, by the database's clock, under a new epoch. The caller holds the row and has
 * checked that the run may be claimed.
 */
export async function grantLease(
  tx: Tx,
  migrationId: number,
  processId: string,
  leaseMs: number,
): Promise<number> {
  const { epoch } = await tx.one<{ epoch: number }>(
    `update migrations
     set status = 'running', epoch = epoch + 1, holder = $2,
       lease_until = clock_timestamp() + $3 * interval '1 millisecond',
       started_at = coalesce(started_at, now()), last_activity_at = now(), waiting_for = null
     where id = $1
     returning epoch`,
    [migrationId, processId, leaseMs],
  );
  return epoch;
}

interface BatchRow {
  readonly batch: number;
  readonly revision: number;
  readonly cursor_page: number;
  readonly cursor_offset: number;
  readonly records: PlannedRecord[];
  readonly emails_only: boolean;
}

/**
 * Where a run goes on: behind the last planned batch, after the plans that nobody reported as executed. E-mails that
 * were reserved for a batch which was then never planned are free again.
 */
export async function startingPoint(
  tx: Tx,
  migrationId: number,
): Promise<Pick<Claim, 'cursor' | 'nextBatch' | 'plannedRecords' | 'unfinished'>> {
  const [last] = await tx.query<Pick<BatchRow, 'batch' | 'cursor_page' | 'cursor_offset'>>(
    `select batch, cursor_page, cursor_offset from batches where migration_id = $1 order by batch desc limit 1`,
    [migrationId],
  );
  const { planned } = await tx.one<{ planned: number }>(
    `select coalesce(sum(record_count), 0)::integer as planned from batches where migration_id = $1`,
    [migrationId],
  );
  const unfinished = await tx.query<BatchRow>(
    `select batch, revision, cursor_page, cursor_offset, records, emails_only from batches
     where migration_id = $1 and done_at is null order by batch`,
    [migrationId],
  );
  const nextBatch = (last?.batch ?? 0) + 1;
  await tx.query(`delete from email_reservations where migration_id = $1 and batch >= $2`, [
    migrationId,
    nextBatch,
  ]);
  return {
    cursor: last ? { page: last.cursor_page, offset: last.cursor_offset } : null,
    nextBatch,
    plannedRecords: planned,
    unfinished: unfinished.map(toPlan),
  };
}

function toPlan(row: BatchRow): BatchPlan {
  return {
    batch: row.batch,
    revision: row.revision,
    cursor: { page: row.cursor_page, offset: row.cursor_offset },
    records: row.records,
    ...(row.emails_only ? { emailsOnly: true } : {}),
  };
}
