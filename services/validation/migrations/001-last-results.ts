import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** What the last check of each connection's stored credentials found: verdicts with facts or reasons, never secrets. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table last_results (
      connection_id integer primary key,
      company_id text not null,
      acculynx jsonb not null,
      hubspot jsonb not null,
      checked_at timestamptz not null default now()
    )`);
  await sql(companyScoped('last_results'));
};
