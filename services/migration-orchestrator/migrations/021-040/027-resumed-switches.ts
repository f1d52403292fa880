import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** What was chosen when the auto-sync of a kind was switched on again (ADR 79), and how many records are linked. */
export const up: MigrationStep = async (sql) => {
  // By the name of the kind.
  await sql(`
    alter table sync_connections
      -- Of a switch ('on') that catches up: since when records are new. It is void when another switch follows.
      add column resumed jsonb not null default '{}',
      -- States that were stored until then count for nothing, and are forgotten in steps.
      add column states_from jsonb not null default '{}',
      -- When a round last created or updated a record.
      add column last_change_at timestamptz`);
  await sql(`
    create table sync_linked_counts (
      connection_id integer not null,
      kind text not null,
      company_id text not null,
      count integer not null,
      counted_at timestamptz not null default now(),
      primary key (connection_id, kind)
    )`);
  await sql(companyScoped('sync_linked_counts'));
  await sql(`create index migrations_completed on migrations (completed_at)`);
};
