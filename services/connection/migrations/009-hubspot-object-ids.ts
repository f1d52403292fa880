import type { MigrationStep } from '@ridgeline/postgres';

/** The type ids of the portal's custom objects that migrations write to: each portal gives them its own. */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table connections add column hubspot_object_ids jsonb not null default '{}'`);
};
