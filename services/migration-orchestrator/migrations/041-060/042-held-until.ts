import type { MigrationStep } from '@ridgeline/postgres';

/** Until when a run that keeps its worker waits for a vendor at least. One without a worker has `not_before`. */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column held_until timestamptz`);
};
