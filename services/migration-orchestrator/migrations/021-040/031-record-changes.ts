import type { MigrationStep } from '@ridgeline/postgres';

/**
 * Records are listed by the warnings that they have, and by a part of their name or email; and the migrations that are of interest
 * now are found without dry runs. The release before writes none of it: its rows are found by their names.
 */
export const up: MigrationStep = async (sql) => {
  // The unique value that a record has, or goes without because another one has it.
  await sql(`alter table planned_records add column key text`);
  await sql(`alter table sync_planned_records add column key text`);
  await sql(`
    alter table outcomes
      -- The codes of what a person should know of a record that is copied; null: none.
      add column warnings text[],
      -- The name and the unique value in lower case.
      add column search text`);
  await sql(`create index migrations_dry_runs on migrations (company_id, id) where dry_run`);
};
