import type { Tx } from '@ridgeline/postgres';

/*
 * How many records of a connection's kind are in HubSpot, for users. The connections of a portal share its links, of which
 * there may be many, so they are counted when they change, not when they are shown:
 *
 *   a round counts a batch ─> the new links are added, while the connection's row is locked
 *   a migration links      ─> counted again every minute while it runs, and until some minutes after its end
 *   else                   ─> counted again once a day
 */

/** A kind of a connection whose links must be counted. */
export interface KindToCount {
  readonly connectionId: number;
  readonly kind: string;
}

/** The counts that are due, the oldest first. */
export function findUncounted(tx: Tx, limit: number): Promise<KindToCount[]> {
  return tx.query<KindToCount>(
    `with migrated as materialized (
       select connection_id, max(coalesce(completed_at, 'infinity')) as until from migrations
       where is_open or completed_at > now() - interval '1 day 5 minutes' group by connection_id
     )
     select c.connection_id as "connectionId", k.key as kind
     from sync_connections c cross join lateral jsonb_each_text(c.since) as k
     left join sync_linked_counts n on n.connection_id = c.connection_id and n.kind = k.key
     left join migrated m on m.connection_id = c.connection_id
     where c.deleted_at is null and c.portal_id is not null and k.value is not null
       and (n.counted_at is null or n.counted_at < now() - interval '1 day'
         or m.until > n.counted_at - interval '5 minutes')
     order by n.counted_at nulls first limit $1`,
    [limit],
  );
}

/**
 * Counts the links of a kind of a connection whose row the caller holds. If another connection of the company leads to the
 * same portal, only records copied through this connection count. Returns whether the number has changed.
 */
export async function countLinked(tx: Tx, { connectionId, kind }: KindToCount): Promise<boolean> {
  const row = await tx.maybeOne<{ changed: boolean }>(
    `insert into sync_linked_counts as n (connection_id, kind, company_id, count)
     select c.connection_id, $2, c.company_id, (
       select count(*)::integer from links l
       where l.company_id = c.company_id and l.portal_id = c.portal_id and l.object_type = $2
         and (not exists (select from sync_connections o
             where o.company_id = c.company_id and o.portal_id = c.portal_id and o.connection_id <> $1)
           or exists (select from source_states s
             where s.connection_id = $1 and s.kind = $2 and s.source_id = l.source_id)))
     from sync_connections c where c.connection_id = $1 and c.portal_id is not null
     on conflict (connection_id, kind) do update
       set company_id = excluded.company_id, count = excluded.count, counted_at = excluded.counted_at
     returning old.count is distinct from new.count as changed`,
    [connectionId, kind],
  );
  return row?.changed ?? false;
}

/** Adds the number of records that a round linked, for a connection whose row the caller holds. */
export async function noteChanges(
  tx: Tx,
  { connectionId, kind }: KindToCount,
  { linked }: { readonly linked: number },
): Promise<void> {
  await tx.query(
    `with counted as (
       update sync_linked_counts set count = count + $3 where connection_id = $1 and kind = $2 and $3 > 0
     )
     update sync_connections set last_change_at = clock_timestamp() where connection_id = $1`,
    [connectionId, kind, linked],
  );
}
