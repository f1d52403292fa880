/**
 * SQL for a migration: row-level security on a table with a `company_id text` column, for its owner too. A transaction sees
 * and writes the rows of the company that `forCompany` named, all rows in `forSystem`, and none without a scope. Injected
 * SQL cannot name another scope: the run-time roles may not call `set_config`, and a query is one statement (ADR 19). The
 * settings are read in sub-selects, so that they are evaluated once per query and not once per row.
 */
export function companyScoped(table: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy company_scope on ${table} using (
      company_id = (select current_setting('ridgeline.company_id', true))
      or (select current_setting('ridgeline.scope', true)) = 'system'
    );`;
}
