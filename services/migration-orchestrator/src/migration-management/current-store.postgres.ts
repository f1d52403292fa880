import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** A migration that is of interest now. */
export interface CurrentRow extends MigrationRow {
  /** Whether it is the last of its connection and type that completed and was no retry. */
  readonly is_base: boolean;
}

/**
 * Those of the company's migrations that are of interest now, newest first: open ones, the last of each connection and type
 * that ended in each way, and the last that completed and was no retry; ended dry runs copy nothing and are left out. Found like
 * a page of the history; dry runs are few, and have an index of their own. The run of a retry's plan is a retry.
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

/** How the failures of a migration stand after its retries, of one kind. */
interface SettledFailures {
  readonly kind: string;
  /** Failed in the migration, and not any more. */
  readonly settled: number;
  /** Failed in a retry alone. */
  readonly added: number;
}

/** The retries of each of these migrations that have written, in their order; of retries, those are its retries too. */
async function retriesOf(
  tx: Tx,
  companyId: string,
  ids: readonly number[],
): Promise<readonly { readonly base: number; readonly retries: readonly number[] }[]> {
  return tx.query(
    `with recursive following as (
       select id as base, id, false as writes from unnest($2::integer[]) as b(id)
       union all
       select f.base, m.id, not m.dry_run and m.status in ('completed', 'failed', 'cancelled')
       from following f
       -- By the index of what follows, never by that of the company.
       cross join lateral (select * from migrations where follows = f.id offset 0) m
       where m.company_id = $1 and m.follows_as in ('retry', 'plan')
     )
     select base, array_agg(id order by id) as retries from following where writes group by base`,
    [companyId, ids],
  );
}

/** The last outcome of each record that was retried, compared with the one before: as many rows are read as were retried. */
function settledBy(tx: Tx, base: number, retries: readonly number[]): Promise<SettledFailures[]> {
  return tx.query<SettledFailures>(
    `with last as (
       select distinct on (source_id, kind) source_id, kind, outcome from outcomes
       where migration_id = any ($2::integer[]) order by source_id, kind, migration_id desc
     )
     select l.kind,
       count(*) filter (where o.outcome = 'failed' and l.outcome <> 'failed')::integer as settled,
       count(*) filter (where o.outcome <> 'failed' and l.outcome = 'failed')::integer as added
     from last l cross join lateral (
       select outcome from outcomes
       where migration_id = $1 and source_id = l.source_id and kind = l.kind offset 0) o
     group by l.kind`,
    [base, retries],
  );
}

/** How many records of each kind are still failed after the retries of a migration; those without retries are left out. */
export async function stillFailedOf(
  tx: Tx,
  companyId: string,
  rows: readonly CurrentRow[],
): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> {
  const bases = rows.filter(({ is_base }) => is_base);
  const found = await retriesOf(
    tx,
    companyId,
    bases.map(({ id }) => id),
  );
  const still = new Map<number, Record<string, number>>();
  for (const { base, retries } of found) {
    const row = bases.find(({ id }) => id === base);
    if (!row) continue;
    const { kind, error_count, reconciliation } = row;
    const failed: Record<string, number> = { [kind]: error_count };
    for (const [other, tally] of Object.entries(reconciliation?.alongside ?? {}))
      failed[other] = tally.failed;
    for (const { kind: one, settled, added } of await settledBy(tx, base, retries))
      failed[one] = Math.max(0, (failed[one] ?? 0) - settled + added);
    still.set(base, failed);
  }
  return still;
}
