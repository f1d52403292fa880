import type { Tx } from '@ridgeline/postgres';

/*
 * A kind whose auto-sync is switched on again (ADR 79). Both choices only use stored data: nothing is read for them here.
 *
 *   catch_up   records are new since the previous switch; kept records are due; the sweeps continue from their mark
 *   from_now   records are new since this switch; kept records are left to migrations; earlier states are stored, not compared
 */

/**
 * SQL for the time since which records of a kind are new: the time of its switch, or an earlier one if it catches up; null
 * while it is off. `since` alone identifies the switch.
 */
export const newSince = (connection: string, kind: string): string =>
  `coalesce(case when ${connection}.resumed -> ${kind} ->> 'on' = ${connection}.since ->> ${kind}
     then ${connection}.resumed -> ${kind} ->> 'since' end, ${connection}.since ->> ${kind})::timestamptz`;

/** SQL for whether a connection has auto-sync on, of any kind. */
export const isSyncOn = (connection: string): string =>
  `exists (select from jsonb_each_text(${connection}.since) as k where k.value is not null)`;

/**
 * Catches up, as if the kind had never been off: what is stored about existing and created records stays valid. If the kind
 * was switched off before the existing records were completely stored, they are stored now.
 */
export async function catchUp(tx: Tx, connectionId: number, kind: string): Promise<void> {
  await tx.query(
    `update sync_connections set
       resumed = resumed || jsonb_build_object($2::text,
         jsonb_build_object('on', since ->> $2, 'since', formerly_on -> $2 ->> 'since')),
       existing_noted = existing_noted || jsonb_strip_nulls(
         jsonb_build_object($2::text, formerly_on -> $2 -> 'existing_noted')),
       created_known_until = created_known_until || jsonb_strip_nulls(
         jsonb_build_object($2::text, formerly_on -> $2 -> 'created_known_until'))
     where connection_id = $1`,
    [connectionId, kind],
  );
}

/**
 * Starts from now: kept records, and changes since then, are left to migrations. Events from now on are processed as usual.
 */
export async function beginAnew(tx: Tx, connectionId: number, kind: string): Promise<void> {
  await tx.query(
    `with dropped as (
       delete from sync_kept_records where connection_id = $1 and kind = $2 returning source_id, company_id
     ), no_longer_new as (
       delete from sync_new_records where connection_id = $1 and kind = $2
     ), left_over as (
       insert into sync_old_records as o (connection_id, kind, source_id, company_id, changed)
       select $1, $2, source_id, company_id, true from dropped
       on conflict (connection_id, kind, source_id) do update set changed = true where not o.changed
       returning 1
     ), unmarked as (
       update sweeps set mark = null where connection_id = $1 and kind = $2
     )
     update sync_connections set left_count = left_count + (select count(*) from left_over),
       formerly_on = formerly_on - $2::text,
       states_from = states_from || jsonb_build_object($2::text, clock_timestamp())
     where connection_id = $1`,
    [connectionId, kind],
  );
}
