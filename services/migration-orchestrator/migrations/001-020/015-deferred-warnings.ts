import type { MigrationStep } from '@ridgeline/postgres';

/** The code of the warning about a deferred value: it is not true any more once the record is given the value. */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table deferred_values add column warning text`);
};
