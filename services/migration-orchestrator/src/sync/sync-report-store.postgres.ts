import type { ChangedValue, SyncOrigin } from '@ridgeline/contracts';
import type { BatchPlan, PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { readRecords, type StoredRecord } from '../plans/plan-revision.ts';

/** The fields of a round that its reports need. */
export interface ReportedRound {
  readonly round: number;
  readonly sync_id: number;
  readonly connection_id: number;
  readonly company_id: string;
  readonly portal_queue: string;
  readonly kind: string;
  /** The fencing number of the sync's last lease. */
  readonly epoch: number;
  readonly finished: boolean;
}

/** Reads a round and locks its row; undefined when the sync has no round with this number. */
export function lockRound(tx: Tx, syncId: number, round: number): Promise<ReportedRound | undefined> {
  return tx.maybeOne<ReportedRound>(
    `select r.round, r.sync_id, r.connection_id, r.company_id, s.portal_queue, r.kind, s.epoch,
       r.finished_at is not null as finished
     from sync_rounds r join syncs s on s.id = r.sync_id
     where r.sync_id = $1 and r.round = $2 for no key update of r`,
    [syncId, round],
  );
}

/** A stored batch of a round. */
export interface StoredBatch extends Pick<BatchPlan, 'kind' | 'pass'> {
  /** The lease under which the plan in force was stored. */
  readonly epoch: number;
  readonly done: boolean;
  readonly records: readonly PlannedRecord[];
}

/** A batch of a round; undefined when it was never planned. */
export async function findSyncBatch(tx: Tx, round: number, batch: number): Promise<StoredBatch | undefined> {
  const row = await tx.maybeOne<Omit<StoredBatch, 'records'> & { readonly records: StoredRecord[] }>(
    `select epoch, kind, pass, done_at is not null as done, records from sync_batches where round = $1 and batch = $2`,
    [round, batch],
  );
  return row && { ...row, records: readRecords(row.records) };
}

/** The number of planned batches of a round that are not counted. */
export async function countUnfinished(tx: Tx, round: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::integer as count from sync_batches where round = $1 and done_at is null`,
    [round],
  );
  return count;
}

/** A feed entry before it is stored. */
export interface FeedLine extends ReportedOutcome {
  readonly changes: readonly ChangedValue[];
}

/** The fields of a counted record that the metrics need. */
export interface CountedRecord {
  readonly outcome: string;
  readonly origin: string;
  /** From the event to the copy, in ms. */
  readonly delayMs: number;
  /** Whether the record had no link before. */
  readonly newlyLinked: boolean;
}

/** The batch whose outcomes are counted. */
export interface CountedBatchKey extends Pick<ReportedRound, 'round' | 'connection_id'> {
  readonly batch: number;
  readonly kind: string;
  /** Whether later plans find its records again, and the feed shows them. */
  readonly linked: boolean;
}

const columnsOf = (lines: readonly FeedLine[]): unknown[] => [
  lines.map(({ sourceId }) => sourceId),
  lines.map(({ outcome }) => outcome),
  lines.map(({ hubspotId }) => hubspotId),
  lines.map(({ reason }) => reason),
  lines.map(({ name }) => name),
  lines.map(({ message }) => message),
  lines.map(({ detail }) => detail),
  lines.map(({ field }) => field),
  lines.map(({ warnings }) => JSON.stringify(warnings.map(storableText))),
  lines.map(({ changes }) => storableText(JSON.stringify(changes))),
];

const reported = `unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
    $14::json[], $15::json[]) as o(source_id, outcome, hubspot_id, reason, name, message, detail, field, warnings, changes)`;

const texts = `array(select json_array_elements_text(o.warnings))`;

/** The links of the counted records, by the same rule as for migrations' batches (reports/report-store). */
const linking = `
  insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
  select s.company_id, s.portal_id, $3, c.source_id, c.hubspot_id
  from counted c join sync_rounds s on s.round = $1
  where $5 and s.portal_id is not null and c.hubspot_id is not null
    and c.outcome in ('created', 'updated', 'unchanged')
  on conflict (company_id, portal_id, object_type, source_id)
    do update set hubspot_id = excluded.hubspot_id, updated_at = now()
    where l.hubspot_id <> excluded.hubspot_id
  returning l.source_id, old.source_id is null as added`;

/**
 * Marks a batch done and counts it, once: feed entries for the plan's records, and links, in one statement. The caller holds
 * the round, and has checked that the batch is not done.
 */
export function countSyncBatch(
  tx: Tx,
  { round, connection_id, batch, kind, linked }: CountedBatchKey,
  lines: readonly FeedLine[],
): Promise<CountedRecord[]> {
  return tx.query<CountedRecord>(
    `with done as (
       update sync_batches set done_at = clock_timestamp() where round = $1 and batch = $2
     ), counted as (
       insert into sync_outcomes (round, batch, source_id, kind, company_id, connection_id, outcome, hubspot_id, reason,
         name, message, detail, field, warnings, changes, origin, known_at, listed, attempts, first_failed_at)
       select $1, $2, o.source_id, $3, s.company_id, $4, o.outcome, o.hubspot_id, o.reason,
         o.name, o.message, o.detail, o.field, ${texts}, o.changes, coalesce(r.origin, 'event'),
         coalesce(r.known_at, s.known_at), $5, r.attempts, r.first_failed_at
       from sync_rounds s, ${reported}
       cross join lateral (
         select batch from sync_planned_records
         where round = $1 and source_id = o.source_id and kind = $3 and batch = $2 offset 0) p
       left join lateral (
         select origin, known_at, attempts, first_failed_at from sync_records
         where connection_id = $4 and kind = $3 and source_id = o.source_id offset 0) r on true
       where s.round = $1
       on conflict on constraint sync_outcome_once do nothing
       returning source_id, outcome, hubspot_id, origin, known_at, copied_at
     ), linked as (${linking})
     select c.outcome, c.origin, (extract(epoch from c.copied_at - c.known_at) * 1000)::float8 as "delayMs",
       coalesce(l.added, false) as "newlyLinked"
     from counted c left join linked l using (source_id)`,
    [round, batch, kind, connection_id, linked, ...columnsOf(lines)],
  );
}

/** Allows records of a counted batch that have no outcome to be planned again in their round: they were not written. */
export async function freeUnwritten(
  tx: Tx,
  { round, batch, kind }: Pick<CountedBatchKey, 'round' | 'batch' | 'kind'>,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  for (const table of ['sync_planned_records', 'sync_key_reservations'])
    await tx.query(
      `delete from ${table} where round = $1 and kind = $3 and batch = $2 and source_id = any ($4::text[])`,
      [round, batch, kind, sourceIds],
    );
}

/**
 * Counts a settle batch: values are given or refused, and each record that was written stays one line of the feed, with all
 * that was changed of it. A record of an earlier round gets a line here.
 */
export async function countSettleBatch(
  tx: Tx,
  { round, connection_id, batch, kind, linked }: CountedBatchKey,
  lines: readonly FeedLine[],
): Promise<void> {
  const written: readonly string[] = ['created', 'updated'];
  await tx.query(
    `with done as (
       update sync_batches set done_at = clock_timestamp() where round = $1 and batch = $2
     ), settled as (
       update sync_deferred_values d
       set state = case when o.outcome in ('created', 'updated') then 'given' else 'refused' end
       from unnest($4::text[], $5::text[]) as o(source_id, outcome)
       where d.source_id = o.source_id and d.round = $1 and d.kind = $3 and d.given_in = $2
       returning d.source_id, d.property, d.value, d.state
     )
     delete from sync_waiting_values w using settled s
     where s.state = 'given' and w.connection_id = $6 and w.kind = $3 and w.source_id = s.source_id
       and w.property = s.property and w.value = s.value`,
    [
      round,
      batch,
      kind,
      lines.map(({ sourceId }) => sourceId),
      lines.map(({ outcome }) => outcome),
      connection_id,
    ],
  );
  await tx.query(
    `with counted as (
       insert into sync_outcomes as f (round, batch, source_id, kind, company_id, connection_id, outcome, hubspot_id, reason,
         name, message, detail, field, warnings, changes, origin, known_at, listed)
       select $1, $2, o.source_id, $3, s.company_id, $4, o.outcome, o.hubspot_id, o.reason,
         o.name, o.message, o.detail, o.field, ${texts}, o.changes, 'freed_value', s.known_at, $5
       from sync_rounds s, ${reported} where s.round = $1
       on conflict on constraint sync_outcome_once do update set
         outcome = case when f.outcome in ('unchanged', 'skipped') then excluded.outcome else f.outcome end,
         hubspot_id = excluded.hubspot_id, reason = null, message = null, detail = null, field = null,
         warnings = array(select w from unnest(f.warnings) w where w not in (
           select d.warning from sync_deferred_values d
           where d.round = $1 and d.source_id = f.source_id and d.kind = $3 and d.state = 'given'
             and d.warning is not null)),
         changes = to_json(array(
           select c from json_array_elements(f.changes) c union all select c from json_array_elements(excluded.changes) c))
       returning source_id, outcome, hubspot_id
     ), linked as (${linking})
     delete from sync_new_records n using counted c
     where n.connection_id = $4 and n.kind = $3 and n.source_id = c.source_id`,
    [
      round,
      batch,
      kind,
      connection_id,
      linked,
      ...columnsOf(lines.filter(({ outcome }) => written.includes(outcome))),
    ],
  );
}

/** Adds entries for records that were not copied, and are only known from their events. */
export async function addLines(
  tx: Tx,
  { round, connection_id, company_id, kind }: ReportedRound,
  lines: readonly { readonly sourceId: string; readonly name: string | null }[],
  {
    reason,
    message,
    origin,
  }: { readonly reason: string; readonly message: string; readonly origin: SyncOrigin },
): Promise<void> {
  await tx.query(
    `insert into sync_outcomes (round, batch, source_id, kind, company_id, connection_id, outcome, reason, name, message,
       origin, known_at, listed)
     select $1, 0, o.source_id, $2, $3, $4, 'skipped', $7, o.name, $8, coalesce(r.origin, $9),
       coalesce(r.known_at, clock_timestamp()), true
     from unnest($5::text[], $6::text[]) as o(source_id, name)
     left join lateral (
       select origin, known_at from sync_records
       where connection_id = $4 and kind = $2 and source_id = o.source_id offset 0) r on true
     on conflict on constraint sync_outcome_once do nothing`,
    [
      round,
      kind,
      company_id,
      connection_id,
      lines.map(({ sourceId }) => sourceId),
      lines.map(({ name }) => name),
      reason,
      message,
      origin,
    ],
  );
}
