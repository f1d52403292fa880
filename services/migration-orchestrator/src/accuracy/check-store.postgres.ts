import type { ComparedRecord, LinkedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { z } from 'zod';
import type { FencedSweep } from '../sweeps/fenced-sweeps.postgres.ts';

/*
 * A comparison of linked records with HubSpot (ADR 78), in the row of its sweep and in one of its own:
 *
 *   begun (accuracy_checks) ─> { a page at the stored position ─> counted, position after it } ─> over: none is left
 *
 * A sample begins anywhere, and after the last record it continues with the first.
 */

/** The position of a comparison. */
export const checkPlaceSchema = z.object({
  /** Its row in `accuracy_checks`. */
  check: z.int(),
  /** The position where a sample began; empty for all records. */
  start: z.string(),
  /**
   * The source id before the next record, and the last one that belongs to the comparison; null: the last record there is.
   */
  after: z.string(),
  until: z.string().nullable(),
  /** How many records are left; null: all. */
  left: z.int().nullable(),
});
export type CheckPlace = z.infer<typeof checkPlaceSchema>;

/** The position of a sweep's comparison; null before it begins. */
export async function placeOf(tx: Tx, { id }: Pick<FencedSweep, 'id'>): Promise<CheckPlace | null> {
  const { cursor } = await tx.one<{ cursor: unknown }>(`select cursor from portal_sweeps where id = $1`, [
    id,
  ]);
  return checkPlaceSchema.nullable().parse(cursor);
}

/** Advances a comparison by this many records. */
export async function moveTo(tx: Tx, sweepId: number, place: CheckPlace, records: number): Promise<void> {
  await tx.query(`update portal_sweeps set cursor = $2::json, records = records + $3 where id = $1`, [
    sweepId,
    JSON.stringify(place),
    records,
  ]);
}

/** The size of one sample of a connection, across all its kinds. */
const sampleSize = 200;

/** Begins a comparison: of all records if that was requested, otherwise of a sample. */
export async function beginCheck(tx: Tx, sweep: FencedSweep): Promise<CheckPlace> {
  const { check, whole, kinds } = await tx.one<{ check: number; whole: boolean; kinds: number }>(
    `with asked as (
       update portal_sweeps set asked_whole = false where id = $1 returning old.asked_whole
     )
     insert into accuracy_checks (connection_id, company_id, kind, whole)
     select $2, $3, $4, asked_whole from asked
     returning id::integer as check, whole, (
       select count(*)::integer from sync_connections c cross join jsonb_each_text(c.since) as k
       where c.connection_id = $2 and k.value is not null) as kinds`,
    [sweep.id, sweep.connection_id, sweep.company_id, sweep.kind],
  );
  if (whole) return { check, start: '', after: '', until: null, left: null };
  const start = await anyRecord(tx, sweep);
  return { check, start, after: start, until: null, left: Math.ceil(sampleSize / Math.max(1, kinds)) };
}

/** SQL for whether a state counts (ADR 77, 3): it was stored for the portal that the connection leads to now. */
const countsFrom = (statesFrom: string): string =>
  `stored_at > coalesce(${statesFrom}::timestamptz, '-infinity')`;

/** Any record whose written values are known; an empty string if there is none. */
async function anyRecord(tx: Tx, { connection_id, kind, states_from }: FencedSweep): Promise<string> {
  const row = await tx.maybeOne<{ source_id: string }>(
    `with known as materialized (
       select source_id from source_states
       where connection_id = $1 and kind = $2 and written is not null and ${countsFrom('$3')}
     )
     select source_id from known order by source_id limit 1 offset (
       select floor(random() * count(*))::integer from known)`,
    [connection_id, kind, states_from],
  );
  return row?.source_id ?? '';
}

/** A timestamp in the form in which it is sent: whole milliseconds. */
const sentMoment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One record, looked up by its full key. */
const keyed = `connection_id = $1 and kind = $2 and source_id =`;

const linkOf = (sourceId: string): string => `(
  select l.hubspot_id from links l
  where l.company_id = $3 and l.portal_id = $4 and l.object_type = $2 and l.source_id = ${sourceId})`;

/**
 * Linked records after a position, in the order of their source ids. Records that are due, in hand or failed are left out:
 * they prove nothing.
 */
export function linkedRecords(
  tx: Tx,
  { connection_id, kind, company_id, portal_id, states_from }: FencedSweep,
  { after, until }: Pick<CheckPlace, 'after' | 'until'>,
  limit: number,
): Promise<LinkedRecord[]> {
  return tx.query<LinkedRecord>(
    `select s.source_id as "sourceId", ${linkOf('s.source_id')} as "hubspotId",
       translate(encode(s.written, 'base64'), E'\n', '') as written, ${sentMoment('s.written_at')} as "writtenAt"
     from source_states s
     where s.connection_id = $1 and s.kind = $2 and s.source_id > $5 and ($6::text is null or s.source_id <= $6)
       and s.written is not null and s.${countsFrom('$8')} and ${linkOf('s.source_id')} is not null
       and (select true from sync_records where ${keyed} s.source_id) is null
     order by s.source_id limit $7`,
    [connection_id, kind, company_id, portal_id, after, until, limit, states_from],
  );
}

/** The indexes of the records whose result still counts: they are unchanged, and neither due nor in hand. */
export async function stillAsGiven(
  tx: Tx,
  { connection_id, kind, company_id, portal_id }: FencedSweep,
  records: readonly ComparedRecord[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ place: number }>(
    `select (g.position - 1)::integer as place
     from unnest($5::text[], $6::text[], $7::text[]) with ordinality as g(source_id, hubspot_id, written_at, position)
     where (select ${sentMoment('written_at')} from source_states where ${keyed} g.source_id) = g.written_at
       and ${linkOf('g.source_id')} = g.hubspot_id
       and (select true from sync_records where ${keyed} g.source_id) is null`,
    [
      connection_id,
      kind,
      company_id,
      portal_id,
      records.map(({ sourceId }) => sourceId),
      records.map(({ hubspotId }) => hubspotId),
      records.map(({ writtenAt }) => writtenAt),
    ],
  );
  return new Set(rows.map(({ place }) => place));
}
