import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** A migration that is of interest now. */
export interface CurrentRow extends MigrationRow {
  /** Whether it is the last completed migration of its connection and type, not counting retries. */
  readonly is_base: boolean;
}

/**
 * The company's current migrations, newest first: open ones, the last of each connection and type for each final status, and
 * the last completed one that was not a retry. Ended dry runs are left out, because they copy nothing; the run of a retry's
 * plan counts as a retry. Read like a page of the history; the few dry runs have an index of their own.
 */
export function currentOf(tx: Tx, companyId: string): Promise<CurrentRow[]> {
  return tx.query<CurrentRow>(
    `with recursive mine as materialized (
       select id, status, migration_type, connection_id, status in ('queued', 'running') as open
       from migrations where company_id = $1
     ), done as materialized (
       select * from mine
       where not open and id not in (select id from migrations where company_id = $1 and dry_run)
     ), wanted as (
       select id from mine where open
       union select max(id) from done group by connection_id, migration_type, status
     ), completed as (
       select connection_id, migration_type, max(id) as id from done where status = 'completed'
       group by connection_id, migration_type
       union all
       select c.connection_id, c.migration_type, (
         select max(d.id) from done d
         where d.status = 'completed' and d.connection_id = c.connection_id and d.migration_type = c.migration_type
           and d.id < c.id)
       from completed c
       cross join lateral (select follows, follows_as from migrations where id = c.id offset 0) m
       where m.follows_as = 'retry'
         or (m.follows_as = 'plan' and (select follows_as = 'retry' from migrations p where p.id = m.follows))
     ), bases as materialized (
       select min(id) as id from completed where id is not null group by connection_id, migration_type
     )
     select ${migrationColumns}, id = any(array(select id from bases)) as is_base from migrations
     where id = any(array(select id from wanted union select id from bases))
     order by id desc`,
    [companyId],
  );
}
