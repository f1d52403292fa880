import { allMigrationsLimit, type MigrationStatus, type MigrationType } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** Filters for the migrations of all companies. */
export interface WantedMigrations {
  /** Only these companies; null: all. */
  readonly companies: readonly string[] | null;
  /** This migration as well, whatever its company. */
  readonly number: number | null;
  readonly status?: MigrationStatus | undefined;
  readonly type?: MigrationType | undefined;
  /** Only older ones. */
  readonly before?: number | undefined;
}

/**
 * The newest matching migrations of all companies, newest first, one more than a page. It reads only the ends of indexes,
 * regardless of table size and statistics: across all companies through `migrations_by_status` or the primary key, and for
 * chosen companies through `migrations_history`, at most a page per company. Needs the system's scope.
 */
export function newestOfAll(tx: Tx, wanted: WantedMigrations): Promise<MigrationRow[]> {
  const { companies, number, status, type, before } = wanted;
  const values: unknown[] = [allMigrationsLimit + 1];
  const conditions = (
    [
      ['status =', status],
      ['migration_type =', type],
      ['id <', before],
    ] as const
  ).flatMap(([test, value]) => (value === undefined ? [] : [`${test} $${String(values.push(value))}`]));
  const newest = (more: readonly string[]) => {
    const where = [...conditions, ...more].join(' and ');
    return `select id from migrations ${where === '' ? '' : `where ${where}`} order by id desc limit $1`;
  };
  const ofSome = () => `
    select found.id from unnest($${String(values.push(companies))}::text[]) c(company_id)
    cross join lateral (${newest(['company_id = c.company_id'])}) found`;
  const numbered = () => newest([`id = $${String(values.push(number))}`]);
  const found = [companies ? ofSome() : newest([]), ...(number === null ? [] : [numbered()])];
  return tx.query<MigrationRow>(
    `select ${migrationColumns} from migrations where id = any(array(
       select id from (${found.map((one) => `(${one})`).join(' union ')}) ids order by id desc limit $1))
     order by id desc`,
    values,
  );
}

/** The company of a migration; undefined when there is no migration with this id. Needs the system's scope. */
export async function companyOfMigration(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.maybeOne<{ company_id: string }>(
    `select company_id from migrations where id = $1::bigint`,
    [id],
  );
  return row?.company_id;
}

/** The maximum number of migrations, and of syncs, that are returned as needing attention. */
export const maxAttention = 100;

/**
 * How many ended migrations are read: those superseded by a later success must not crowd out those that still need attention.
 */
const maxEnds = 1_000;

/**
 * For each connection and type, the last of the migrations that ended within 30 days and failed or had records rejected,
 * unless a completed one followed; newest first. Needs the system's scope.
 */
export function endsToReview(tx: Tx): Promise<MigrationRow[]> {
  return tx.query<MigrationRow>(
    `with ends as materialized (
       select id, connection_id, migration_type from migrations
       where needs_review and not dry_run and completed_at > now() - interval '30 days'
       order by completed_at desc limit $1
     ), last as materialized (
       select connection_id, migration_type, max(id) as id from ends group by connection_id, migration_type
     ), open as materialized (
       select id from last where not exists (
         select from migrations later
         where later.connection_id = last.connection_id and later.migration_type = last.migration_type
           and later.status = 'completed' and not later.dry_run and later.id > last.id)
     )
     select ${migrationColumns} from migrations
     where id = any(array(select id from open order by id desc limit $2)) order by id desc`,
    [maxEnds, maxAttention + 1],
  );
}
