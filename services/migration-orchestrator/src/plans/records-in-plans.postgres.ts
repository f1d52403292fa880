import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { readRecords, type StoredRecord } from './plan-revision.ts';

/** Records of one kind of a migration. */
export interface RecordsOfKind {
  readonly migrationId: number;
  readonly kind: string;
  readonly sourceIds: readonly string[];
}

/** A record according to a plan in force. */
export interface RecordInPlan extends Pick<BatchPlan, 'batch' | 'pass'> {
  readonly record: PlannedRecord;
  /** When the plan was stored. */
  readonly plannedAt: Date;
}

/**
 * The plans in force for these records, in batch order: that of the record's own batch, then those of settle batches that
 * gave it a value or took one away. Records without a plan are missing.
 */
export async function recordsInPlans(
  tx: Tx,
  { migrationId, kind, sourceIds }: RecordsOfKind,
): Promise<RecordInPlan[]> {
  const rows = await tx.query<Omit<RecordInPlan, 'record'> & { readonly record: StoredRecord }>(
    `with wanted as materialized (
       select w.source_id, b.batch from unnest($3::text[]) as w(source_id) cross join lateral (
         select batch from planned_records where migration_id = $1 and source_id = w.source_id and kind = $2
         union
         select given_in from deferred_values
         where source_id = w.source_id and migration_id = $1 and kind = $2 and state = 'given'
         union
         select batch from deferred_values
         where source_id = w.source_id and migration_id = $1 and kind = $2 and put_back) b
     ), plans as materialized (
       select b.* from (select distinct batch from wanted) w cross join lateral (
         select batch, pass, records, planned_at from batches where migration_id = $1 and batch = w.batch offset 0) b
     )
     select p.batch, p.pass, p.planned_at as "plannedAt", r.record from plans p cross join lateral json_array_elements(p.records) as r(record)
     where exists (select from wanted w where w.batch = p.batch and w.source_id = r.record ->> 'sourceId')
     order by p.batch`,
    [migrationId, kind, sourceIds],
  );
  return rows.flatMap(({ record: stored, ...plan }) =>
    readRecords([stored]).map((record) => ({ ...plan, record })),
  );
}
