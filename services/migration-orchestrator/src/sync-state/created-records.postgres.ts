import type { Tx } from '@ridgeline/postgres';
import { newSince } from './resumed-switch.postgres.ts';

/** The result of a search by creation date. */
export interface CreatedRecords {
  readonly sourceIds: readonly string[];
  /** The first day of the search. */
  readonly from: string;
  /** Set with the last page: all records created from the first day until then are stored. */
  readonly until: string | null;
}

/**
 * Stores records created since auto-sync of a kind was switched on, except linked ones, which follow their changes anyway. On
 * the days around the switch, records that were stored as older stay older, because they may be. A record created later is
 * new, whatever was stored: an earlier search missed it. For a round of kept records, which have an earlier start of their
 * own, only the round's records are stored.
 */
export async function noteCreated(
  tx: Tx,
  {
    round,
    connection_id,
    kind,
  }: { readonly round: number; readonly connection_id: number; readonly kind: string },
  { sourceIds, from, until }: CreatedRecords,
): Promise<void> {
  // Locked as by writers that leave records to migrations.
  await tx.query(`select 1 from sync_connections where connection_id = $1 for no key update`, [
    connection_id,
  ]);
  await tx.query(
    `with created as materialized (
       select n.source_id, s.company_id, $4::date > (s.since at time zone 'UTC')::date + 1 as certain
       from unnest($3::text[]) as n(source_id) join sync_rounds s on s.round = $5
       where (s.since = (select ${newSince('c', '$2')} from sync_connections c where connection_id = $1)
           or (select round from sync_records r
             where r.connection_id = $1 and r.kind = $2 and r.source_id = n.source_id) = $5)
         and (select l.hubspot_id from links l
         where l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = $2
           and l.source_id = n.source_id) is null
     ), no_longer_old as (
       delete from sync_old_records o using created c
       where c.certain and o.connection_id = $1 and o.kind = $2 and o.source_id = c.source_id
       returning o.changed
     ), noted as (
       insert into sync_new_records (connection_id, kind, source_id, company_id, announced)
       select $1, $2, c.source_id, c.company_id, false from created c
       where c.certain or not exists (select from sync_old_records o
         where o.connection_id = $1 and o.kind = $2 and o.source_id = c.source_id)
       on conflict (connection_id, kind, source_id) do update set announced = false
     )
     update sync_connections c set
       left_count = left_count - (select count(*) from no_longer_old where changed),
       created_known_until = case
         when $6::text is null or (select since from sync_rounds where round = $5) <> ${newSince('c', '$2')}
           then created_known_until
         else created_known_until || jsonb_build_object($2::text, $6::text) end
     where connection_id = $1`,
    [connection_id, kind, sourceIds, from, round, until],
  );
}
