import { connectionPageSize, maxCompanies, type Company, type CompanyConnection } from '@ridgeline/contracts';
import { maxMatches, type DescribedConnection } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { connectionFields, toConnection, type ConnectionRow } from '../connections/connection-fields.ts';

/**
 * What administrators see of all companies; every statement needs the system's scope. A company has only a few connections,
 * so the table stays small, and a sorted and counted list may read all of it.
 */

/** Connections of which a part does not work. */
const failing = `(acculynx_status = 'invalid' or hubspot_status = 'invalid' or webhook_status in ('error', 'invalid'))`;

/** The name of the company of a connection `c`. */
const companyName = `(select named.acculynx_company_name from connections named
  where named.company_id = c.company_id and named.acculynx_company_name is not null order by named.id limit 1)`;

/** Companies with a connection that matches `$1`, a pattern or null. */
const fits = `($1::text is null or c.acculynx_company_name ilike $1 or c.company_id ilike $1 or c.name ilike $1)`;

/** No stored text contains a control character, and Postgres rejects NUL. */
const patternOf = (search = ''): string | null => {
  const text = search.replace(/\p{Cc}/gu, '');
  return text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
};

/** The companies with these ids, or those that fit the search, by name. */
export function findCompanies(
  tx: Tx,
  { search, ids }: { readonly search?: string | undefined; readonly ids?: readonly string[] | undefined },
): Promise<Company[]> {
  return tx.query<Company>(
    `select company_id as "companyId", ${companyName} as name
     from (select distinct company_id from connections c
       where ${fits} and ($2::text[] is null or company_id = any($2))) c
     order by lower(${companyName}), company_id limit $3`,
    [patternOf(search), ids ?? null, maxCompanies],
  );
}

/** The ids of the companies that fit a search, those with the newest connections first. */
export async function matchingCompanies(tx: Tx, search: string): Promise<string[]> {
  const pattern = patternOf(search);
  if (pattern === null) return [];
  const rows = await tx.query<{ company_id: string }>(
    `select company_id from connections c where ${fits} group by company_id order by max(id) desc limit $2`,
    [pattern, maxMatches],
  );
  return rows.map(({ company_id }) => company_id);
}

/** The names of these connections and of their companies. */
export function describedConnections(tx: Tx, ids: readonly number[]): Promise<DescribedConnection[]> {
  return tx.query<DescribedConnection>(
    `select id as "connectionId", name as "connectionName", company_id as "companyId", ${companyName} as name
     from connections c where id = any($1::integer[])`,
    [ids],
  );
}

/** The company of a connection; undefined when there is no connection with this id. */
export async function companyOfConnection(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.maybeOne<{ company_id: string }>(
    `select company_id from connections where id = $1::bigint`,
    [id],
  );
  return row?.company_id;
}

/** Filters of the list. */
export interface WantedConnections {
  readonly search?: string | undefined;
  readonly company?: string | undefined;
  readonly failing: boolean;
  /** From 1; a page beyond the end returns the last page. */
  readonly page: number;
}

/** A page of the connections of all companies, first those that do not work, then the newest. */
export async function connectionsOfAll(
  tx: Tx,
  { search, company, failing: failingOnly, page: wanted }: WantedConnections,
): Promise<{ readonly connections: CompanyConnection[]; readonly total: number; readonly page: number }> {
  const where = `${fits}
    and ($2::text is null or company_id = $2) and (not $3::boolean or ${failing})`;
  const parameters = [patternOf(search), company ?? null, failingOnly];
  const { total } = await tx.one<{ total: number }>(
    `select count(*)::integer as total from connections c where ${where}`,
    parameters,
  );
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / connectionPageSize)));
  const rows = await tx.query<ConnectionRow & { readonly companyName: string | null }>(
    `select ${connectionFields}, ${companyName} as "companyName" from connections c where ${where}
     order by ${failing} desc, id desc limit $4 offset $5`,
    [...parameters, connectionPageSize, (page - 1) * connectionPageSize],
  );
  return {
    connections: rows.map(({ companyName: named, ...row }) => ({ ...toConnection(row), companyName: named })),
    total,
    page,
  };
}
