import type { MigrationStep } from '@ridgeline/postgres';

/** When a user paused a migration that has not ended. The release before neither sets nor reads it. */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column paused_at timestamptz`);
};
