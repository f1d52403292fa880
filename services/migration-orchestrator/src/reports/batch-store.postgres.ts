import type { Tx } from '@ridgeline/postgres';
import type { OutcomeKind } from '@ridgeline/contracts';

/** What came of one record, as a worker reports it. */
export interface ReportedOutcome {
  readonly sourceId: string;
  readonly kind: OutcomeKind;
  /** Empty when the record is not in HubSpot. */
  readonly hubspotId: string;
  /** Why it was skipped or failed, as a stable code; else empty. */
  readonly reason: string;
}

/** How many records of a batch came to which end. */
export interface BatchTotals {
  readonly planned: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Marks a batch done and counts it, once for each (migration, batch): outcomes of records that the plan holds, counters
 * derived from the outcome rows that were really added, links for the next migrations, checkpoint and last activity, all
 * in one statement. Undefined when the batch was done before or never planned.
 */
export function countBatch(
  tx: Tx,
  migrationId: number,
  batch: number,
  outcomes: readonly ReportedOutcome[],
): Promise<BatchTotals | undefined> {
  return tx.maybeOne<BatchTotals>(
    `with done as (
       update batches set done_at = now()
       where migration_id = $1 and batch = $2 and done_at is null
       returning record_count
     ), counted as (
       insert into outcomes (migration_id, source_id, company_id, batch, kind, hubspot_id, reason)
       select $1, p.source_id, p.company_id, $2, o.kind, nullif(o.hubspot_id, ''), nullif(o.reason, '')
       from done, unnest($3::text[], $4::text[], $5::text[], $6::text[]) as o(source_id, kind, hubspot_id, reason)
       cross join lateral (
         select source_id, company_id from planned_records
         where migration_id = $1 and source_id = o.source_id and batch = $2 offset 0) p
       on conflict (migration_id, source_id) do nothing
       returning source_id, company_id, kind, hubspot_id, reason
     ), reasons as (
       insert into outcome_counts as c (migration_id, company_id, kind, reason, count)
       select $1, company_id, kind, coalesce(reason, ''), count(*)::integer from counted
       group by company_id, kind, coalesce(reason, '')
       on conflict (migration_id, kind, reason) do update set count = c.count + excluded.count
     ), linked as (
       insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
       select m.company_id, m.hubspot_portal_id, 'contact', c.source_id, c.hubspot_id
       from counted c join migrations m on m.id = $1
       where m.hubspot_portal_id is not null and c.hubspot_id is not null
         and c.kind in ('created', 'updated', 'unchanged')
       on conflict (company_id, portal_id, object_type, source_id)
         do update set hubspot_id = excluded.hubspot_id, updated_at = now()
         where l.hubspot_id <> excluded.hubspot_id
     ), totals as (
       select
         count(*) filter (where kind = 'created')::integer as created,
         count(*) filter (where kind = 'updated')::integer as updated,
         count(*) filter (where kind = 'unchanged')::integer as unchanged,
         count(*) filter (where kind = 'skipped')::integer as skipped,
         count(*) filter (where kind = 'failed')::integer as failed,
         count(*)::integer as processed
       from counted
     )
     update migrations m set
       created_count = m.created_count + t.created,
       updated_count = m.updated_count + t.updated,
       unchanged_count = m.unchanged_count + t.unchanged,
       skip_count = m.skip_count + t.skipped,
       error_count = m.error_count + t.failed,
       target_count = greatest(m.target_count, m.processed_count + t.processed),
       last_activity_at = now(),
       crashes_without_progress = 0
     from totals t, done d
     where m.id = $1
     returning d.record_count as planned, t.created, t.updated, t.unchanged, t.skipped, t.failed`,
    [
      migrationId,
      batch,
      outcomes.map((outcome) => outcome.sourceId),
      outcomes.map((outcome) => outcome.kind),
      outcomes.map((outcome) => outcome.hubspotId),
      outcomes.map((outcome) => outcome.reason),
    ],
  );
}

/** A planned batch as far as its report needs to know it. */
export interface PlannedBatch {
  /** The lease under which its plan in force was stored. */
  readonly epoch: number;
  readonly done: boolean;
}

/** A planned batch; undefined when it was never planned. */
export function findBatch(tx: Tx, migrationId: number, batch: number): Promise<PlannedBatch | undefined> {
  return tx.maybeOne<PlannedBatch>(
    `select epoch, done_at is not null as done from batches where migration_id = $1 and batch = $2`,
    [migrationId, batch],
  );
}
