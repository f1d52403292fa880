import { historyPageSize, type MigrationStatus, type MigrationType } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** How many migrations a list without pages holds at most. */
const listLimit = 1000;

/** Filters of the history. */
export interface HistoryFilter {
  /** A part of the connection's name or of the portal's id, or the migration's number. */
  readonly search?: string | undefined;
  readonly status?: MigrationStatus | undefined;
  readonly type?: MigrationType | undefined;
  readonly connection?: number | undefined;
  /** Created at this time or later. */
  readonly from?: Date | undefined;
  /** Created before this time. */
  readonly to?: Date | undefined;
}

interface History {
  readonly companyId: string;
  readonly filter: HistoryFilter;
}

/**
 * All compared columns are in the index `migrations_history`. The found ids are materialized, and the status is compared as
 * an expression, to keep Postgres from reading an index across all companies.
 */
const found = `
  with found as materialized (
    select id from migrations
    where company_id = $1
      and ($2::text is null or status || '' = $2)
      and ($3::text is null or migration_type = $3)
      and ($4::bigint is null or connection_id = $4)
      and ($5::timestamptz is null or created_at >= $5)
      and ($6::timestamptz is null or created_at < $6)
      and ($7::text is null or connection_name ilike $7 or hubspot_portal_id ilike $7 or id::text = $8)
  )`;

const parametersOf = ({ companyId, filter }: History) => {
  const { search = '', status, type, connection, from, to } = filter;
  // No stored text contains a control character, and Postgres rejects NUL.
  const text = search.replace(/\p{Cc}/gu, '');
  return [
    companyId,
    status ?? null,
    type ?? null,
    connection ?? null,
    from ?? null,
    to ?? null,
    text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    text.replace(/^#/, ''),
  ];
};

/** The newest of the company's migrations that fit, newest first. */
export function newestOf(tx: Tx, history: History): Promise<MigrationRow[]> {
  return tx.query<MigrationRow>(
    `${found}
     select ${migrationColumns} from migrations
     where company_id = $1 and id in (select id from found order by id desc limit $9)
     order by id desc`,
    [...parametersOf(history), listLimit],
  );
}

/** A page of the company's migrations that fit, newest first, from 1; one beyond the end is the last one. */
export async function pageOf(
  tx: Tx,
  { page: wanted, ...history }: History & { readonly page: number },
): Promise<{ readonly rows: MigrationRow[]; readonly total: number; readonly page: number }> {
  const { total, page, ids } = await tx.one<{ total: number; page: number; ids: number[] }>(
    `${found},
     counted as (select count(*)::integer as total from found),
     place as (select total, least($9::integer, greatest(1, (total + $10 - 1) / $10)) as page from counted)
     select total, page, array(
       select id from found order by id desc limit $10 offset (select (page - 1) * $10 from place)
     ) as ids from place`,
    [...parametersOf(history), wanted, historyPageSize],
  );
  const rows = await tx.query<MigrationRow>(
    `select ${migrationColumns} from migrations where id = any($1::integer[]) order by id desc`,
    [ids],
  );
  return { rows, total, page };
}

/** The newest of the company's migrations that follow on this one, newest first. */
export function followingOf(tx: Tx, companyId: string, id: number): Promise<MigrationRow[]> {
  return tx.query<MigrationRow>(
    `select ${migrationColumns} from migrations where follows = $2 and company_id = $1 order by id desc limit $3`,
    [companyId, id, listLimit],
  );
}
