import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** The outcome of each record, once per migration and source record, and what users can read about it. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table outcomes (
      migration_id integer not null references migrations (id) on delete cascade,
      source_id text not null,
      company_id text not null,
      batch integer not null,
      kind text not null check (kind in ('created', 'updated', 'unchanged', 'skipped', 'failed')),
      hubspot_id text,
      reason text,
      primary key (migration_id, source_id)
    )`);
  await sql(companyScoped('outcomes'));

  await sql(`
    create table logs (
      id bigint generated always as identity primary key,
      migration_id integer not null references migrations (id) on delete cascade,
      company_id text not null,
      line_id text not null,
      logged_at timestamptz not null,
      level text not null check (level in ('info', 'success', 'warning', 'error')),
      message text not null,
      context json not null,
      constraint log_line_once unique (migration_id, line_id)
    )`);
  await sql(companyScoped('logs'));
  await sql(`create index logs_newest_first on logs (migration_id, logged_at desc, id desc)`);
};
