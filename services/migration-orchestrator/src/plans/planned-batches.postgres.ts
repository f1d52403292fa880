import type { Tx } from '@ridgeline/postgres';

/** The number of the last batch that was planned; 0 when none was. */
export async function lastPlannedBatch(tx: Tx, migrationId: number): Promise<number> {
  const { last } = await tx.one<{ last: number }>(
    `select coalesce(max(batch), 0) as last from batches where migration_id = $1`,
    [migrationId],
  );
  return last;
}

/** How many records of one kind a run has planned, each counted once. */
export interface PlannedCount {
  readonly kind: string;
  readonly planned: number;
  /** Those of batches that were reported as executed. */
  readonly reported: number;
}

/** How many records of each kind were planned; a kind of which none was is left out. */
export function countPlannedRecords(tx: Tx, migrationId: number): Promise<PlannedCount[]> {
  return tx.query<PlannedCount>(
    `select kind, sum(record_count)::integer as planned,
       coalesce(sum(record_count) filter (where done_at is not null), 0)::integer as reported
     from batches where migration_id = $1 group by kind having sum(record_count) > 0 order by min(batch)`,
    [migrationId],
  );
}

/** The same of one kind. */
export function plannedOf(counts: readonly PlannedCount[], kind: string): Omit<PlannedCount, 'kind'> {
  return counts.find((count) => count.kind === kind) ?? { planned: 0, reported: 0 };
}

/** How many planned batches nobody has reported as executed. */
export async function countUnreportedBatches(tx: Tx, migrationId: number): Promise<number> {
  const { batches } = await tx.one<{ batches: number }>(
    `select count(*)::integer as batches from batches where migration_id = $1 and done_at is null`,
    [migrationId],
  );
  return batches;
}
