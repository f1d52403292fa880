import type { MigrationStep } from '@ridgeline/postgres';

/**
 * When a run was last found to make no progress though its worker answers. It counts until the run makes progress again
 * (`last_activity_at`), so that it never has to be cleared.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column stalled_at timestamptz`);
};
