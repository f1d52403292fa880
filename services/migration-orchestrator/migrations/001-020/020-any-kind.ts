import type { MigrationStep } from '@ridgeline/postgres';

/**
 * A migration may be of any type that the contracts know, and its portal's custom objects have type ids of their own, which
 * links need. The release before writes neither: its types are known, and its objects are HubSpot's own.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations drop constraint migrations_migration_type_check`);
  await sql(`alter table migrations add column hubspot_object_ids jsonb not null default '{}'`);
};
