import type { MigrationStep } from '@ridgeline/postgres';

/** What was chosen when the auto-sync of a kind was switched on again (ADR 79), by the name of the kind. */
export const up: MigrationStep = (sql) =>
  sql(`
    alter table sync_connections
      -- Of a switch ('on') that catches up: since when records are new. It is void when another switch follows.
      add column resumed jsonb not null default '{}',
      -- States that were stored before are noted again, not compared.
      add column states_from jsonb not null default '{}'`);
