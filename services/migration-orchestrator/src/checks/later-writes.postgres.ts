import type { Tx } from '@ridgeline/postgres';
import type { FencedCheck } from './check-lease.postgres.ts';

/** How many of the connection's newest migrations are searched. */
const maxMigrations = 200;

/** Our later run that last wrote a record: a migration, or auto-sync if null. */
export interface LaterWrite {
  readonly migrationId: number | null;
}

/** A record of a kind. */
interface RecordOfKind {
  readonly kind: string;
  readonly sourceId: string;
}

export const recordKey = ({ kind, sourceId }: RecordOfKind): string => `${kind} ${sourceId}`;

/** Our runs that wrote or removed these records after the checked migration; records that none wrote are missing. */
export async function laterWrites(
  tx: Tx,
  { migration_id, company_id, connection_id }: FencedCheck,
  records: readonly RecordOfKind[],
): Promise<ReadonlyMap<string, LaterWrite>> {
  if (records.length === 0) return new Map();
  const rows = await tx.query<RecordOfKind & LaterWrite>(
    `with later as materialized (
       select id, coalesce(completed_at, last_activity_at, created_at) as at from migrations
       where id > $1 and connection_id = $2 and not dry_run order by id desc limit $6
     ), written as (
       select r.kind, r.source_id, l.id as migration_id, l.at from unnest($4::text[], $5::text[]) as r(kind, source_id)
       cross join later l cross join lateral (
         select true from outcomes where migration_id = l.id and source_id = r.source_id and kind = r.kind
           and outcome in ('created', 'updated', 'removed') offset 0) o
       union all
       select r.kind, r.source_id, null, o.copied_at from unnest($4::text[], $5::text[]) as r(kind, source_id)
       cross join lateral (
         select copied_at from sync_outcomes
         where source_id = r.source_id and kind = r.kind and company_id = $3 and connection_id = $2
           and outcome in ('created', 'updated')
           and copied_at > (select created_at from migrations where id = $1) order by id desc limit 1) o
     )
     select distinct on (kind, source_id) kind, source_id as "sourceId", migration_id as "migrationId"
     from written order by kind, source_id, at desc`,
    [
      migration_id,
      connection_id,
      company_id,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
      maxMigrations,
    ],
  );
  return new Map(rows.map(({ migrationId, ...record }) => [recordKey(record), { migrationId }]));
}
