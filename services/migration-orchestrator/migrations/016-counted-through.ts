import type { MigrationStep } from '@ridgeline/postgres';

/**
 * How many records were counted when they were all that had been announced, and the source then announced otherwise:
 * until another record is counted, the run reads the source again. Null before.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column counted_through integer`);
};
