import type { MigrationStep } from '@ridgeline/postgres';

/**
 * How many records were counted when they were last all that had been announced. Where the source announces otherwise
 * after that, the run reads it again until another record is counted. Null before.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column counted_through integer`);
};
