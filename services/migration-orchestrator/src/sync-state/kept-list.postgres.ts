import type { Tx } from '@ridgeline/postgres';
import type { ChangedRecord } from './due-list.postgres.ts';
import { newSince } from './resumed-switch.postgres.ts';

/*
 * The list of a kind while its auto-sync is off (ADR 74): no round is taken of it, and none of it is lost.
 *
 *   switched off ─> kept, with the moment since which it was on ── switched on again ─> due, new only by that moment
 */

/**
 * For a kind that was switched off: since when records counted as new, and until when events belong to that period; stored
 * with what was known of existing and created records.
 */
export interface FormerlyOn {
  readonly since: string;
  readonly until: string;
}

/** A kind of a connection. */
interface KindOfConnection {
  readonly connectionId: number;
  readonly kind: string;
}

/**
 * Sets a kind's list aside, including dead letters and records that wait for a value or another record. The connection still
 * has the time since which the kind was on; rows that were kept before have an earlier one.
 */
export async function keepList(tx: Tx, { connectionId, kind }: KindOfConnection): Promise<void> {
  await tx.query(
    `with listed as (
       delete from sync_records where connection_id = $1 and kind = $2 returning *
     ), waiting as (
       delete from sync_waiting_values where connection_id = $1 and kind = $2 returning source_id, company_id
     ), referring as (
       delete from sync_waiting_references where connection_id = $1 and kind = $2 returning source_id, company_id
     )
     insert into sync_kept_records (connection_id, kind, source_id, company_id, since, origin, known_at, newest_at)
     select $1, $2, k.source_id, k.company_id, coalesce(k.since, ${newSince('c', '$2')}), k.origin, k.known_at, k.newest_at
     from sync_connections c, (
       select source_id, company_id, since, origin, known_at, newest_at from listed
       union all
       select distinct source_id, company_id, null::timestamptz, 'freed_value', clock_timestamp(), clock_timestamp()
       from (select * from waiting union select * from referring) w
       where not exists (select from listed l where l.source_id = w.source_id)) k
     where c.connection_id = $1
     on conflict do nothing`,
    [connectionId, kind],
  );
  await tx.query(
    `update sync_connections c set existing_noted = existing_noted - $2::text,
       created_known_until = created_known_until - $2::text,
       formerly_on = formerly_on || jsonb_build_object($2::text, jsonb_build_object(
         'since', ${newSince('c', '$2')}, 'until', clock_timestamp(),
         'existing_noted', existing_noted -> $2, 'created_known_until', created_known_until -> $2))
     where connection_id = $1`,
    [connectionId, kind],
  );
}

/** Keeps records whose events were received before their kind was switched off, but arrive here afterwards. */
export async function keepLate(
  tx: Tx,
  connectionId: number,
  records: readonly ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `insert into sync_kept_records as k (connection_id, kind, source_id, company_id, since, origin, known_at, newest_at)
     select $1, n.kind, n.source_id, c.company_id, (c.formerly_on -> n.kind ->> 'since')::timestamptz, 'event',
       least(n.first_at, clock_timestamp()), least(n.last_at, clock_timestamp())
     from sync_connections c,
       unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) as n(kind, source_id, first_at, last_at)
     where c.connection_id = $1
     on conflict (connection_id, kind, source_id) do update set
       known_at = least(k.known_at, excluded.known_at), newest_at = greatest(k.newest_at, excluded.newest_at)`,
    [
      connectionId,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
      records.map(({ firstAt }) => firstAt),
      records.map(({ lastAt }) => lastAt),
    ],
  );
}

/**
 * Makes due what was kept of kinds that are on again. It was there before the existing records are noted again, so that it is
 * announced: whether it is new is checked by its own moment. What is not linked counts as unknown.
 */
export async function restoreList(tx: Tx, connectionId: number): Promise<void> {
  await tx.query(
    `with back as (
       delete from sync_kept_records k using sync_connections c
       where c.connection_id = $1 and k.connection_id = $1 and c.since ->> k.kind is not null returning k.*
     ), listed as (
       insert into sync_records as r
         (connection_id, kind, source_id, company_id, due_at, origin, known_at, newest_at, since, unknown)
       select $1, kind, source_id, company_id, clock_timestamp(), origin, known_at, newest_at, since,
         (select l.hubspot_id from sync_connections c, links l
          where c.connection_id = $1 and l.company_id = back.company_id and l.portal_id = c.portal_id
            and l.object_type = back.kind and l.source_id = back.source_id) is null
       from back
       on conflict (connection_id, kind, source_id) do update set
         seq = r.seq + 1, dead_at = null, unknown = r.unknown and excluded.unknown, since = least(r.since, excluded.since),
         due_at = case when r.round is null then least(r.due_at, excluded.due_at) end,
         known_at = least(r.known_at, excluded.known_at), newest_at = greatest(r.newest_at, excluded.newest_at)
     ), announced as (
       insert into sync_new_records (connection_id, kind, source_id, company_id, announced)
       select $1, kind, source_id, company_id, true from back on conflict do nothing
     )
     update sync_connections set
       up_to_date_as_of = least(up_to_date_as_of, (select min(known_at) from back) - interval '1 millisecond')
     where connection_id = $1 and exists (select from back)`,
    [connectionId],
  );
}
