import type { Tx } from '@ridgeline/postgres';
import type { ChangedRecord } from '../sync-state/due-list.postgres.ts';
import type { SyncConnectionRow } from './sync-connection-store.postgres.ts';

/**
 * The indexes of records that are neither new nor linked: they are left to migrations, and each is counted once. Looked up
 * individually, by full keys.
 */
export async function countOld(
  tx: Tx,
  { connection_id, company_id, portal_id }: SyncConnectionRow,
  records: readonly ChangedRecord[],
): Promise<number[]> {
  if (records.length === 0) return [];
  const rows = await tx.query<{ place: number }>(
    `with old as materialized (
       select e.position::integer - 1 as place, o.row_place, o.changed
       from unnest($2::text[], $3::text[]) with ordinality as e(kind, source_id, position)
       cross join lateral (
         select ctid as row_place, changed from sync_old_records
         where connection_id = $1 and kind = e.kind and source_id = e.source_id offset 0) o
       where (select l.hubspot_id from links l
         where l.company_id = $4 and l.portal_id = $5 and l.object_type = e.kind and l.source_id = e.source_id) is null
     ), noted as (
       update sync_old_records set changed = true
       where ctid = any (array(select row_place from old where not changed)) returning 1
     ), counted as (
       update sync_connections set left_count = left_count + (select count(*) from noted)
       where connection_id = $1 and exists (select from noted)
     )
     select place from old`,
    [
      connection_id,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
      company_id,
      portal_id,
    ],
  );
  return rows.map(({ place }) => place);
}

/**
 * Stores records whose creation an event announced: they did not exist when auto-sync was switched on, whatever that day's
 * search finds. An event proves nothing: the worker still looks up when such a record was created.
 */
export async function noteAnnounced(
  tx: Tx,
  { connection_id, company_id }: SyncConnectionRow,
  records: readonly Pick<ChangedRecord, 'kind' | 'sourceId'>[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `with announced as (
       select n.kind, n.source_id from unnest($3::text[], $4::text[]) as n(kind, source_id)
     ), noted as (
       insert into sync_new_records (connection_id, kind, source_id, company_id, announced)
       select $1, kind, source_id, $2, true from announced on conflict do nothing
     ), no_longer_old as (
       delete from sync_old_records o using announced a
       where o.connection_id = $1 and o.kind = a.kind and o.source_id = a.source_id returning o.changed
     )
     update sync_connections set left_count = left_count - (select count(*) from no_longer_old where changed)
     where connection_id = $1 and exists (select from no_longer_old where changed)`,
    [connection_id, company_id, records.map(({ kind }) => kind), records.map(({ sourceId }) => sourceId)],
  );
}

/** Stores when the newest event was received. */
export async function noteEvents(
  tx: Tx,
  connectionId: number,
  records: readonly Pick<ChangedRecord, 'lastAt'>[],
): Promise<void> {
  if (records.length === 0) return;
  const last = new Date(Math.max(...records.map(({ lastAt }) => lastAt.getTime())));
  await tx.query(
    `update sync_connections set last_event_at = greatest(last_event_at, least($2::timestamptz, clock_timestamp()))
     where connection_id = $1`,
    [connectionId, last],
  );
}
