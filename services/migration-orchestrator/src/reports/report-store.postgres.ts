import type { BatchPlan, PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { readRecords, type StoredRecord } from '../plans/plan-revision.ts';

/** A batch, whose records are of one kind. */
export interface BatchOfKind {
  readonly migrationId: number;
  readonly batch: number;
  readonly kind: string;
}

/** Where the records of a batch are counted, in addition to the counts of their kind. */
export interface CountedAs {
  /** In the migration's own counters. */
  readonly own: boolean;
  /** For later migrations, which find the records again. */
  readonly linked: boolean;
}

/** The numbers of a batch's records by outcome. */
export interface BatchTotals {
  readonly planned: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
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
  { migrationId, batch, kind }: BatchOfKind,
  { own, linked }: CountedAs,
  outcomes: readonly ReportedOutcome[],
): Promise<BatchTotals | undefined> {
  return tx.maybeOne<BatchTotals>(
    `with done as (
       update batches set done_at = now()
       where migration_id = $1 and batch = $2 and done_at is null
       returning record_count
     ), counted as (
       insert into outcomes (migration_id, source_id, kind, company_id, batch, outcome, hubspot_id, reason,
         name, message, detail, field, warnings, search)
       select $1, p.source_id, $3, p.company_id, $2, o.outcome, o.hubspot_id, o.reason,
         o.name, o.message, o.detail, o.field,
         case when o.outcome in ('created', 'updated', 'unchanged') then string_to_array(o.warnings, ' ') end,
         lower(concat_ws(' ', o.name, p.key))
       from done, unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
         $14::text[]) as o(source_id, outcome, hubspot_id, reason, name, message, detail, field, warnings)
       cross join lateral (
         select source_id, company_id, key from planned_records
         where migration_id = $1 and source_id = o.source_id and kind = $3 and batch = $2 offset 0) p
       on conflict (migration_id, source_id, kind) do nothing
       returning source_id, company_id, outcome, hubspot_id, reason
     ), reasons as (
       insert into outcome_counts as c (migration_id, company_id, kind, outcome, reason, count)
       select $1, company_id, $3, outcome, coalesce(reason, ''), count(*)::integer from counted
       group by company_id, outcome, coalesce(reason, '')
       on conflict (migration_id, kind, outcome, reason) do update set count = c.count + excluded.count
     ), linked as (
       insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
       select m.company_id, m.hubspot_portal_id, $3, c.source_id, c.hubspot_id
       from counted c join migrations m on m.id = $1
       where $5 and m.hubspot_portal_id is not null and c.hubspot_id is not null
         and c.outcome in ('created', 'updated', 'unchanged')
       on conflict (company_id, portal_id, object_type, source_id)
         do update set hubspot_id = excluded.hubspot_id, updated_at = now()
         where l.hubspot_id <> excluded.hubspot_id
     ), totals as (
       select
         count(*) filter (where outcome = 'created')::integer as created,
         count(*) filter (where outcome = 'updated')::integer as updated,
         count(*) filter (where outcome = 'unchanged')::integer as unchanged,
         count(*) filter (where outcome = 'removed')::integer as removed,
         count(*) filter (where outcome = 'skipped')::integer as skipped,
         count(*) filter (where outcome = 'failed')::integer as failed,
         count(*)::integer as processed,
         case when $4 then 1 else 0 end as own
       from counted
     )
     update migrations m set
       created_count = m.created_count + t.own * t.created,
       updated_count = m.updated_count + t.own * t.updated,
       unchanged_count = m.unchanged_count + t.own * t.unchanged,
       removed_count = m.removed_count + t.own * t.removed,
       skip_count = m.skip_count + t.own * t.skipped,
       error_count = m.error_count + t.own * t.failed,
       target_count = greatest(m.target_count, m.processed_count + t.own * t.processed),
       last_activity_at = now(),
       crashes_without_progress = 0
     from totals t, done d
     where m.id = $1
     returning d.record_count as planned, t.created, t.updated, t.unchanged, t.removed, t.skipped, t.failed`,
    [
      migrationId,
      batch,
      kind,
      own,
      linked,
      outcomes.map((outcome) => outcome.sourceId),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map((outcome) => outcome.hubspotId),
      outcomes.map((outcome) => outcome.reason),
      outcomes.map((outcome) => outcome.name),
      outcomes.map((outcome) => outcome.message),
      outcomes.map((outcome) => outcome.detail),
      outcomes.map((outcome) => outcome.field),
      outcomes.map(({ warnings }) => (warnings.length === 0 ? null : storableText(warnings.join(' ')))),
    ],
  );
}

/** The fields of a planned batch that its report needs. */
export interface PlannedBatch {
  /** The lease under which the plan in force was stored. */
  readonly epoch: number;
  readonly kind: string;
  readonly pass: BatchPlan['pass'];
  /** Whether records of it refer to others. */
  readonly refers: boolean;
  readonly done: boolean;
}

/** A planned batch; undefined when it was never planned. */
export function findBatch(tx: Tx, migrationId: number, batch: number): Promise<PlannedBatch | undefined> {
  return tx.maybeOne<PlannedBatch>(
    `select epoch, kind, pass, reference_count > 0 as refers, done_at is not null as done from batches where migration_id = $1 and batch = $2`,
    [migrationId, batch],
  );
}

/** The plan of a batch. */
export async function recordsOf(tx: Tx, { migrationId, batch }: BatchOfKind): Promise<PlannedRecord[]> {
  const { records } = await tx.one<{ records: StoredRecord[] }>(
    `select records from batches where migration_id = $1 and batch = $2`,
    [migrationId, batch],
  );
  return readRecords(records);
}

/**
 * Counts the warnings of a batch that was just counted, in the same transaction: each code once per record that this batch
 * copied. Skipped and failed records are reported by their outcome instead.
 */
export async function countWarnings(
  tx: Tx,
  { migrationId, batch, kind }: BatchOfKind,
  outcomes: readonly ReportedOutcome[],
): Promise<void> {
  const warned = outcomes.flatMap(({ sourceId, warnings }) => warnings.map((code) => ({ sourceId, code })));
  if (warned.length === 0) return;
  await tx.query(
    `insert into warning_counts as c (migration_id, company_id, kind, code, count)
     select $1, o.company_id, $3, w.code, count(distinct w.source_id)::integer
     from unnest($4::text[], $5::text[]) as w(source_id, code)
     cross join lateral (
       select company_id from outcomes
       where migration_id = $1 and source_id = w.source_id and kind = $3 and batch = $2
         and outcome in ('created', 'updated', 'unchanged') offset 0) o
     group by o.company_id, w.code
     on conflict (migration_id, kind, code) do update set count = c.count + excluded.count`,
    [
      migrationId,
      batch,
      kind,
      warned.map(({ sourceId }) => sourceId),
      warned.map(({ code }) => storableText(code)),
    ],
  );
}

/** Stores what a heartbeat reports about a run. */
export async function storeProgress(
  tx: Tx,
  migrationId: number,
  change: {
    readonly targetCount: number;
    readonly waitingFor: string | null;
    readonly waitingUntil: Date | null;
  },
): Promise<void> {
  await tx.query(
    `update migrations set target_count = $2, waiting_for = $3, held_until = $4, last_activity_at = now(),
       counted_through = case when processed_count = target_count then processed_count else counted_through end
     where id = $1`,
    [migrationId, change.targetCount, change.waitingFor, change.waitingUntil],
  );
}
