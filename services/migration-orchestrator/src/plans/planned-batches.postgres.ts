import type { Tx } from '@ridgeline/postgres';

/** The number of the last batch that was planned; 0 when none was. */
export async function lastPlannedBatch(tx: Tx, migrationId: number): Promise<number> {
  const { last } = await tx.one<{ last: number }>(
    `select coalesce(max(batch), 0) as last from batches where migration_id = $1`,
    [migrationId],
  );
  return last;
}

/** How many records were planned, each counted once. */
export async function countPlannedRecords(tx: Tx, migrationId: number): Promise<number> {
  const { planned } = await tx.one<{ planned: number }>(
    `select coalesce(sum(record_count), 0)::integer as planned from batches where migration_id = $1`,
    [migrationId],
  );
  return planned;
}

/** How many records were planned in batches that were reported as executed. */
export async function countReportedRecords(tx: Tx, migrationId: number): Promise<number> {
  const { reported } = await tx.one<{ reported: number }>(
    `select coalesce(sum(record_count), 0)::integer as reported from batches
     where migration_id = $1 and done_at is not null`,
    [migrationId],
  );
  return reported;
}

/** How many planned batches nobody has reported as executed. */
export async function countUnreportedBatches(tx: Tx, migrationId: number): Promise<number> {
  const { batches } = await tx.one<{ batches: number }>(
    `select count(*)::integer as batches from batches where migration_id = $1 and done_at is null`,
    [migrationId],
  );
  return batches;
}
