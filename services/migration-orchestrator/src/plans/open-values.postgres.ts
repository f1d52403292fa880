import type { OpenValue } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { PagedByBatches } from './counted-pages.postgres.ts';

/**
 * The deferred values of a kind whose turn it is, in the order of the run. A value goes to the first record that asks, is
 * in HubSpot or would be with it, and was not refused it; to none while the record that came first with it has it, nor
 * twice; and a record is given one value of a property only.
 *
 * Everything is looked up one by one, by keys that need no statistics of the migration. That the first record has the
 * value is the usual case and is found first: then those that ask for it are not gone through.
 */
export const openValuesOf = (kind: string): PagedByBatches<OpenValue> => ({
  kind,
  countedIn: 'deferred_count',
  batchesPerPage: 20,
  items: (tx, { id }, batches) => valuesInTurn(tx, id, kind, batches),
});

/** A record whose value was refused so often stays without it: it is the value that HubSpot does not take. */
const mostRefusals = 3;

function valuesInTurn(
  tx: Tx,
  migrationId: number,
  kind: string,
  batches: readonly number[],
): Promise<OpenValue[]> {
  return tx.query<OpenValue>(
    `with asked as materialized (
       select distinct property, value from deferred_values
       where batch = any ($2::integer[]) and migration_id = $1 and kind = $4 and state = 'open'
     ), free as materialized (
       select property, value from asked a
       where coalesce((
         select (select h.outcome from outcomes h
                 where h.migration_id = $1 and h.source_id = r.source_id and h.kind = $4)
             in ('created', 'updated', 'unchanged')
           and (select count(*) from deferred_values x
                where x.source_id = r.source_id and x.migration_id = $1 and x.kind = $4
                  and x.property = a.property and x.value = a.value) = 0
         from key_reservations r
         where r.migration_id = $1 and r.key = a.value and r.kind = $4 and r.claim = 'key'
       ), false) is false
     )
     select d.property, d.value, d.source_id as "sourceId", d.name, d.properties, d.put_back as "putBack",
       (select o.hubspot_id from outcomes o
        where o.migration_id = $1 and o.source_id = d.source_id and o.kind = $4) as "hubspotId"
     from free
     cross join lateral (
       select * from deferred_values f
       where f.value = free.value and f.migration_id = $1 and f.kind = $4 and f.property = free.property
         and f.state = 'open'
         and (select o.outcome from outcomes o
              where o.migration_id = $1 and o.source_id = f.source_id and o.kind = $4) <> 'failed'
       order by f.put_back, f.batch, f.position limit 1
     ) d
     where d.batch = any ($2::integer[])
       and (select count(*) filter (where g.state = 'given') = 0 and count(*) filter (where g.state = 'refused') < $3
            from deferred_values g
            where g.value = d.value and g.migration_id = $1 and g.kind = $4 and g.property = d.property)
       and (select count(*) from deferred_values g
            where g.source_id = d.source_id and g.migration_id = $1 and g.kind = $4 and g.property = d.property
              and g.state = 'given') = 0
     order by d.batch, d.position`,
    [migrationId, batches, mostRefusals, kind],
  );
}
