import type { SweptRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedSweep } from './fenced-sweeps.postgres.ts';

/** A record of a page that differs from its last copy. */
export interface Difference {
  /** Its index in the page. */
  readonly place: number;
  /**
   * `noted`: it had no comparable state, and its state is stored now. `due`: it must be copied. `left`: it is left to
   * migrations.
   */
  readonly verdict: 'noted' | 'due' | 'left';
  /** Whether a round read it after an event, and found it unchanged. */
  readonly early: boolean;
  readonly linked: boolean;
}

/** A page with what it is compared against. */
export interface PageToCompare {
  readonly sweep: FencedSweep;
  /** Each record once. */
  readonly records: readonly SweptRecord[];
  readonly readAt: string;
  /** For a search by creation date: a record that was not stored as old is new. */
  readonly showsNew: boolean;
}

/** One record, looked up by its full key. */
const keyOf = (page: string): string =>
  `connection_id = ${page}.connection_id and kind = ${page}.kind and source_id = ${page}.source_id`;

/** Whether a stored state counts. */
const counts = (storedAt: string, statesFrom: string): string =>
  `${storedAt} > coalesce(${statesFrom}, '-infinity')`;

/**
 * Compares pages of different kinds or connections, by full keys, and returns the records that differ and are neither waiting
 * nor in hand. A state stored after the page was read is ignored. States that cannot be compared are stored, in key order;
 * that includes linked records copied before states existed. If AccuLynx showed no change within `missedAfterMs` of an event,
 * that is recorded: the event was not about a change that shows now. A dead letter that differs is retried once, because its
 * failure may store no state.
 */
export async function comparePages(
  tx: Tx,
  pages: readonly PageToCompare[],
  missedAfterMs: number,
): Promise<readonly Difference[][]> {
  const records = pages.flatMap((page, at) => page.records.map((record) => ({ ...record, at })));
  const differences =
    records.length === 0
      ? []
      : await tx.query<Difference & { readonly at: number }>(
          `with swept as materialized (
       select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::boolean[],
         $8::timestamptz[]) with ordinality
         as o(connection_id, kind, company_id, portal_id, read_at, since, shows_new, states_from, number)
     ), page as materialized (
       select o.*, p.source_id, p.digest, p.created_at, p.place, s.digest as former, s.stored_at, s.unseen_at
       from unnest($9::integer[], $10::integer[], $11::text[], $12::text[], $13::timestamptz[])
         as p(at, place, source_id, digest, created_at)
       join swept o on o.number = p.at + 1
       cross join lateral (select o.connection_id, o.kind, p.source_id) as k
       left join lateral (
         select digest, stored_at, unseen_at from source_states
         where ${keyOf('k')} and ${counts('stored_at', 'o.states_from')} offset 0) s on true
     ), differing as materialized (
       select p.*,
         (select l.hubspot_id from links l where l.company_id = p.company_id and l.portal_id = p.portal_id and l.object_type = p.kind
           and l.source_id = p.source_id) is not null as linked,
         (select true from sync_old_records where ${keyOf('p')}) is true as old,
         (select not announced from sync_new_records where ${keyOf('p')}) is true as new, r.dead_at
       from page p left join lateral (
         select dead_at, true as listed from sync_records where ${keyOf('p')} offset 0) r on true
       where p.former is distinct from p.digest and (p.stored_at is null or p.stored_at <= p.read_at)
         and (r.listed is null or r.dead_at is not null)
     ), decided as materialized (
       select d.*, case
           when d.former is null and d.linked or split_part(d.former, ':', 1) <> split_part(d.digest, ':', 1) then 'noted'
           when d.linked or d.new then 'due'
           -- The source tells whole seconds.
           when not d.old and (d.shows_new or d.created_at + interval '1 second' > d.since) then 'due'
           else 'left' end as verdict
       from differing d
     ), noted as (
       insert into source_states as s (connection_id, kind, source_id, company_id, digest, stored_at)
       select connection_id, kind, source_id, company_id, digest, clock_timestamp() from decided
       where verdict = 'noted' or verdict = 'due' and dead_at is not null order by connection_id, kind, source_id
       on conflict (connection_id, kind, source_id) do update
         set digest = excluded.digest, stored_at = excluded.stored_at, unseen_at = null,
           (written, written_at) = (
             select s.written, s.written_at from swept o
             where o.connection_id = s.connection_id and o.kind = s.kind and ${counts('s.stored_at', 'o.states_from')})
     ), seen as (
       select connection_id, kind, array_agg(source_id) as source_ids from page
       where former = digest and unseen_at is not null and stored_at < read_at - $14 * interval '1 millisecond'
       group by connection_id, kind
     ), shown as (
       update source_states s set unseen_at = null from seen
       where s.connection_id = seen.connection_id and s.kind = seen.kind and s.source_id = any (seen.source_ids)
     )
     select number::integer - 1 as at, place, verdict, unseen_at is not null as early, linked from decided`,
          [
            pages.map(({ sweep }) => sweep.connection_id),
            pages.map(({ sweep }) => sweep.kind),
            pages.map(({ sweep }) => sweep.company_id),
            pages.map(({ sweep }) => sweep.portal_id),
            pages.map(({ readAt }) => readAt),
            pages.map(({ sweep }) => sweep.since),
            pages.map(({ showsNew }) => showsNew),
            pages.map(({ sweep }) => sweep.states_from),
            records.map(({ at }) => at),
            pages.flatMap((page) => page.records.map((_, place) => place)),
            records.map(({ sourceId }) => sourceId),
            records.map(({ digest }) => digest),
            records.map(({ createdAt }) => createdAt),
            missedAfterMs,
          ],
        );
  return pages.map((_, page) => differences.filter(({ at }) => at === page));
}

/** The results of a page. */
export interface PageCount {
  readonly sweepId: number;
  readonly records: number;
  readonly calls: number;
  /** The last change, by the source's date. */
  readonly newestAt: Date | null;
  readonly cursor: Readonly<Record<string, unknown>> | null;
}

/**
 * Stores the positions of sweeps, each once. If reading cannot continue after a page, it continues after the previous one.
 */
export async function notePages(tx: Tx, pages: readonly PageCount[]): Promise<void> {
  if (pages.length === 0) return;
  await tx.query(
    `update sweeps w set records = w.records + n.records, calls = w.calls + n.calls, newest_at = greatest(w.newest_at, n.newest_at),
       cursor = coalesce(n.cursor, w.cursor)
     from unnest($1::integer[], $2::integer[], $3::integer[], $4::timestamptz[], $5::json[]) as n(id, records, calls, newest_at, cursor)
     where w.id = n.id`,
    [
      pages.map(({ sweepId }) => sweepId),
      pages.map(({ records }) => records),
      pages.map(({ calls }) => calls),
      pages.map(({ newestAt }) => newestAt),
      pages.map(({ cursor }) => cursor && JSON.stringify(cursor)),
    ],
  );
}
