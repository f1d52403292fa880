import type { CheckFigures, MigrationCheck } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';

/*
 * The checks of migrations (ADR 84), each a row of `migration_checks`:
 *
 *   opened ── offered, claimed ─> { a page ─> counted, position after it } ─> none is left ─> ended
 *             └─ released, reaped: claimed again, at its position           └─ not possible: ended, `failed`
 */

interface CheckRow extends Omit<CheckFigures, 'records'> {
  readonly id: number;
  readonly whole: boolean;
  readonly asked_by: number | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly total: number;
  readonly problem: string | null;
  readonly state: MigrationCheck['state'];
}

const columns = `id, whole, asked_by, created_at, ended_at, coalesce(total, 0) as total, equal, changed, lost, gone, merged, fields,
  associations, missing, problem,
  case when failed then 'failed' when ended_at is not null then 'done' when holder is not null then 'running'
    else 'waiting' end as state`;

function toCheck({ id, whole, asked_by, created_at, ended_at, total, problem, state, ...counts }: CheckRow) {
  const { equal, changed, lost, gone, merged } = counts;
  return {
    id,
    state,
    whole,
    askedBy: asked_by,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    total,
    figures: { records: equal + changed + lost + gone + merged, ...counts },
    problem: state === 'done' ? null : problem,
  } satisfies MigrationCheck;
}

/** What a check needs of its migration. */
export type CheckedMigration = Pick<
  MigrationRow,
  'id' | 'company_id' | 'connection_id' | 'hubspot_portal_id' | 'kind' | 'dry_run' | 'follows_as' | 'status'
>;

/** A migration of the company; throws `migration.not_found`. */
export async function requireChecked(
  tx: Tx,
  companyId: string,
  id: number,
): Promise<CheckedMigration & { readonly startedBy: number }> {
  const found = await tx.maybeOne<CheckedMigration & { readonly startedBy: number }>(
    `select id, created_by as "startedBy", company_id, connection_id, hubspot_portal_id, kind, dry_run, follows_as, status
     from migrations where company_id = $1 and id = $2::bigint`,
    [companyId, id],
  );
  if (!found) throw new AppError('migration.not_found');
  return found;
}

/** The migration to check, and the user who requested it. */
export interface CheckOpening {
  readonly migration: CheckedMigration;
  readonly whole: boolean;
  /** Null: it was opened automatically when the migration ended. */
  readonly askedBy: number | null;
}

/** Opens a check, due now; undefined while another check of the migration is open. */
export async function openCheck(
  tx: Tx,
  { migration, whole, askedBy }: CheckOpening,
): Promise<MigrationCheck | undefined> {
  const row = await tx.maybeOne<CheckRow>(
    `insert into migration_checks (connection_id, company_id, kind, due_at, migration_id, portal_id, whole, asked_by)
     values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7)
     on conflict (migration_id) where ended_at is null do nothing returning ${columns}`,
    [
      migration.connection_id,
      migration.company_id,
      migration.kind,
      migration.id,
      migration.hubspot_portal_id,
      whole,
      askedBy,
    ],
  );
  return row && toCheck(row);
}

/** How many checks of a migration are listed. */
const maxListed = 20;

/** The checks of a migration, newest first. */
export async function checksOf(tx: Tx, migrationId: number): Promise<MigrationCheck[]> {
  const rows = await tx.query<CheckRow>(
    `select ${columns} from migration_checks where migration_id = $1 order by id desc limit $2`,
    [migrationId, maxListed],
  );
  return rows.map(toCheck);
}

/** Throws `migration.not_found` unless the migration has this check. */
export async function requireCheck(tx: Tx, migrationId: number, check: number): Promise<void> {
  const found = await tx.maybeOne(
    `select from migration_checks where id = $1::bigint and migration_id = $2`,
    [check, migrationId],
  );
  if (!found) throw new AppError('migration.not_found');
}

/** Counts a page, and moves a check behind it; at the end, ends it and its lease. */
export async function countPage(
  tx: Tx,
  check: number,
  { next, ...counts }: Omit<CheckFigures, 'records'> & { readonly next: object | null },
): Promise<void> {
  const names = Object.keys(counts) as (keyof typeof counts)[];
  const added = names.map((name, index) => `${name} = ${name} + $${String(index + 3)}`);
  await tx.query(
    `update migration_checks set ${added.join(', ')}, cursor = $2::json, moved_at = clock_timestamp(), problem = null
     where id = $1`,
    [check, next && JSON.stringify(next), ...names.map((name) => counts[name])],
  );
}

/** Deletes up to `limit` checks older than this many days, with their differences; returns the number of rows deleted. */
export async function forgetOldChecks(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const old = `select id from migration_checks where created_at < now() - $1 * interval '1 day' and ended_at is not null
    order by created_at limit 100`;
  const differences = await tx.query(
    `delete from check_differences where id in (
       select id from check_differences where check_id in (${old}) limit $2) returning 1`,
    [keepDays, limit],
  );
  if (differences.length > 0) return differences.length;
  return (await tx.query(`delete from migration_checks where id in (${old}) returning 1`, [keepDays])).length;
}
