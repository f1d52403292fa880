import type { MigrationStep } from '@ridgeline/postgres';

/** In which companies the trail has entries of a user: audit events of other services are checked against it. */
export const up: MigrationStep = async (sql) => {
  await sql(`create index audit_by_actor on audit (actor_id, company_id)`);
};
