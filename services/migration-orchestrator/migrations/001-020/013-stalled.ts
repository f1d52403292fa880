import type { MigrationStep } from '@ridgeline/postgres';

/**
 * When it was last noticed that nothing comes of a run though its worker answers. It counts until something comes of the
 * run again, as `last_activity_at` tells, so that nobody has to take it back.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column stalled_at timestamptz`);
};
