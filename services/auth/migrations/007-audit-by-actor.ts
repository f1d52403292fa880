import type { MigrationStep } from '@ridgeline/postgres';

/** In which companies the trail knows somebody: deeds that other services tell of are held against it. */
export const up: MigrationStep = async (sql) => {
  await sql(`create index audit_by_actor on audit (actor_id, company_id)`);
};
