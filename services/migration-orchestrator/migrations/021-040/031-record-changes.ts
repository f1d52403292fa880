import type { MigrationStep } from '@ridgeline/postgres';

/**
 * Records are listed by the warnings that they have, and the migrations that are of interest now are found without dry runs. The
 * release before writes no warnings: its rows are not found by one.
 */
export const up: MigrationStep = async (sql) => {
  // The codes of what a person should know of a record that is copied; null: none, or written by a release before this step.
  await sql(`alter table outcomes add column warnings text[]`);
  await sql(`create index migrations_dry_runs on migrations (company_id, id) where dry_run`);
};
