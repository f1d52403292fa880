import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * The options that migrations added to HubSpot properties, and that dry runs would add. The release before neither fills nor reads
 * the table: what its workers add is missing.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table added_options (
      migration_id integer not null,
      property text not null,
      company_id text not null,
      -- What HubSpot calls the property.
      label text not null,
      -- Labels, in the order in which they were added.
      options text[] not null,
      primary key (migration_id, property)
    )`);
  await sql(companyScoped('added_options'));
};
