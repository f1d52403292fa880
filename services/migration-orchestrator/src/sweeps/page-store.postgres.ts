import type { SweepPass, SweptRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { newSince } from '../sync-state/resumed-switch.postgres.ts';
import type { HeldSweep } from './sweep-lease-store.postgres.ts';

/** A sweep that is held, with what its pages are compared by. */
export interface FencedSweep {
  readonly id: number;
  readonly connection_id: number;
  readonly company_id: string;
  readonly kind: string;
  readonly pass: SweepPass;
  readonly portal_id: string | null;
  /** Since when records are new. */
  readonly since: Date;
  readonly switched_on: Date;
  /** Whether the records that were there when auto-sync was switched on are noted. */
  readonly existing_noted: boolean;
  readonly gets_events: boolean;
  /** Whether all records were compared since the switch: what differs later has changed since then. */
  readonly compared: boolean;
  /** States that were stored until then count for nothing; null: all count. */
  readonly states_from: Date | null;
  /** Whether events of unknown records were left out since the last time that all records were compared. */
  readonly left_out: boolean;
}

/** What a sweep is of; undefined when there is none of this number. */
export function sweepOf(
  tx: Tx,
  sweepId: number,
): Promise<Pick<FencedSweep, 'connection_id' | 'kind' | 'pass'> | undefined> {
  return tx.maybeOne<Pick<FencedSweep, 'connection_id' | 'kind' | 'pass'>>(
    `select connection_id, kind, pass from leased_sweeps where id = $1::bigint`,
    [sweepId],
  );
}

/**
 * Lets only the holder continue, until the transaction ends; undefined when it is another one, or when the kind was switched off.
 * The caller holds the connection's row.
 */
export function fenceSweep(tx: Tx, { sweepId, epoch }: HeldSweep): Promise<FencedSweep | undefined> {
  return tx.maybeOne<FencedSweep>(
    `select w.id, w.connection_id, c.company_id, w.kind, w.pass, c.portal_id, ${newSince('c', 'w.kind')} as since,
       (c.since ->> w.kind)::timestamptz as switched_on, (c.states_from ->> w.kind)::timestamptz as states_from,
       coalesce((c.existing_noted ->> w.kind)::boolean, false) as existing_noted, c.gets_events,
       coalesce(c.unknown_left_out_at > (select a.mark from sweeps a where a.connection_id = w.connection_id and a.kind = w.kind
         and a.pass = 'all'), c.unknown_left_out_at is not null) as left_out,
       exists (select from sweeps a where a.connection_id = w.connection_id and a.kind = w.kind and a.pass = 'all'
         and a.mark is not null) as compared
     from all_sweeps w join sync_connections c on c.connection_id = w.connection_id
     where w.id = $1::bigint and w.epoch = $2 and w.holder is not null and c.since ->> w.kind is not null
     for no key update of w`,
    [sweepId, epoch],
  );
}

/** A record of a page that is not as it was copied last. */
export interface Difference {
  /** Its place in the page. */
  readonly place: number;
  /** `noted`: no state of it counts, or one of another version, and it is noted. `due`: it must be copied. `left`: it is left to migrations. */
  readonly verdict: 'noted' | 'due' | 'left';
  /** Whether a round read it after an event, and found it as before. */
  readonly early: boolean;
  readonly linked: boolean;
}

/** What a page is compared with. */
export interface Comparison {
  readonly readAt: string;
  /** Of a search by days of creation: a record that was not noted as old is new. */
  readonly showsNew: boolean;
  /** An event that came longer ago was of no change that AccuLynx shows now. */
  readonly missedAfterMs: number;
}

/** One record, found by its whole key. */
const keyed = `connection_id = $1 and kind = $2 and source_id =`;

/**
 * Compares a page, by whole keys: what of it differs and neither waits nor is in hand. States that were stored after the page was
 * read say nothing. Notes states that must not be compared, those of linked records that were copied before there were states
 * included, in the order of their key; and that AccuLynx showed no change for long after an event. A dead letter that differs is
 * tried once: its failure may store no state.
 */
export function comparePage(
  tx: Tx,
  sweep: FencedSweep,
  records: readonly SweptRecord[],
  { readAt, showsNew, missedAfterMs }: Comparison,
): Promise<Difference[]> {
  return tx.query<Difference>(
    `with page as materialized (
       select p.*, s.digest as former, s.stored_at, s.unseen_at
       from unnest($4::text[], $5::text[], $6::timestamptz[]) with ordinality as p(source_id, digest, created_at, position)
       left join lateral (
         select digest, stored_at, unseen_at from source_states
         where ${keyed} p.source_id and stored_at > coalesce($12::timestamptz, '-infinity') offset 0) s on true
     ), differing as materialized (
       select p.*,
         (select l.hubspot_id from links l where l.company_id = $3 and l.portal_id = $7 and l.object_type = $2
           and l.source_id = p.source_id) is not null as linked,
         (select true from sync_old_records where ${keyed} p.source_id) is true as old,
         (select not announced from sync_new_records where ${keyed} p.source_id) is true as new, r.dead_at
       from page p left join lateral (
         select dead_at, true as listed from sync_records where ${keyed} p.source_id offset 0) r on true
       where p.former is distinct from p.digest and (p.stored_at is null or p.stored_at <= $8)
         and (r.listed is null or r.dead_at is not null)
     ), decided as materialized (
       select d.*, case
           when d.former is null and d.linked or split_part(d.former, ':', 1) <> split_part(d.digest, ':', 1) then 'noted'
           when d.linked or d.new then 'due'
           -- The source tells whole seconds.
           when not d.old and ($10 or d.created_at + interval '1 second' > $9) then 'due'
           else 'left' end as verdict
       from differing d
     ), noted as (
       insert into source_states as s (connection_id, kind, source_id, company_id, digest, stored_at)
       select $1, $2, source_id, $3, digest, clock_timestamp() from decided
       where verdict = 'noted' or verdict = 'due' and dead_at is not null order by source_id
       on conflict (connection_id, kind, source_id) do update
         set digest = excluded.digest, stored_at = excluded.stored_at, unseen_at = null,
           written = case when s.stored_at > coalesce($12::timestamptz, '-infinity') then s.written end,
           written_at = case when s.stored_at > coalesce($12::timestamptz, '-infinity') then s.written_at end
     ), shown as (
       update source_states set unseen_at = null
       where ${keyed} any (array(select source_id from page where former = digest and unseen_at is not null
         and stored_at < $8 - $11 * interval '1 millisecond'))
     )
     select position::integer - 1 as place, verdict, unseen_at is not null as early, linked from decided`,
    [
      sweep.connection_id,
      sweep.kind,
      sweep.company_id,
      records.map(({ sourceId }) => sourceId),
      records.map(({ digest }) => digest),
      records.map(({ createdAt }) => createdAt),
      sweep.portal_id,
      readAt,
      sweep.since,
      showsNew,
      missedAfterMs,
      sweep.states_from,
    ],
  );
}

/** What a page brought. */
export interface PageCount {
  readonly records: number;
  readonly calls: number;
  /** The last change that the source dates. */
  readonly newestAt: Date | null;
  readonly cursor: Readonly<Record<string, unknown>> | null;
}

/** Notes where a sweep is. Where reading cannot continue behind the page, it continues behind the one before. */
export async function notePage(tx: Tx, sweepId: number, page: PageCount): Promise<void> {
  await tx.query(
    `update sweeps set records = records + $2, calls = calls + $3, newest_at = greatest(newest_at, $4::timestamptz),
       cursor = coalesce($5::json, cursor)
     where id = $1`,
    [sweepId, page.records, page.calls, page.newestAt, page.cursor && JSON.stringify(page.cursor)],
  );
}
