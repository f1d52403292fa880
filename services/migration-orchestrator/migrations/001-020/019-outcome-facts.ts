import type { MigrationStep } from '@ridgeline/postgres';

/**
 * An outcome holds what users see of it (ADR 70). Blocks that are there get the columns from their parent, later ones
 * are made like it. Former rows stay as they are: to fill them would keep reports waiting for as long as millions of log
 * lines are read, and workers of the release before write such rows until the last one is replaced.
 */
export const up: MigrationStep = (sql) =>
  sql(`
    alter table outcomes
      -- What to call the record to people; null in rows of releases before this step, as are all that follow.
      add column name text,
      -- Behind the name: why it was skipped or failed.
      add column message text,
      -- What the vendor itself said.
      add column detail text,
      -- What is at fault, as the vendor calls it: a HubSpot property mostly.
      add column field text`);
