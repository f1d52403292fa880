import type { MigrationStep } from '@ridgeline/postgres';

/**
 * What HubSpot calls a property whose value differs, and the user who changed it. The release before neither fills nor reads them:
 * differences that it finds have the product's own label, and users their number.
 */
export const up: MigrationStep = (sql) =>
  sql('alter table check_differences add column label text, add column source_name text');
