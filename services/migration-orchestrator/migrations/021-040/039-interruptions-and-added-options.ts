import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * When a migration last lost its worker, how often it did, and when another worker resumed it after that (ADR 85). The release
 * before neither sets nor reads them.
 */
const interruptions = `
  alter table migrations
    add column interrupted_at timestamptz,
    add column resumed_at timestamptz,
    add column interruptions integer not null default 0`;

/**
 * The options that migrations added to HubSpot properties, and that dry runs would add. The release before neither fills nor reads
 * the table: what its workers add is missing.
 */
const addedOptions = `
  create table added_options (
    migration_id integer not null,
    property text not null,
    company_id text not null,
    -- What HubSpot calls the property.
    label text not null,
    -- Labels, in the order in which they were added.
    options text[] not null,
    primary key (migration_id, property)
  )`;

/** More of what users see of a migration. */
export const up: MigrationStep = async (sql) => {
  await sql(interruptions);
  await sql(addedOptions);
  await sql(companyScoped('added_options'));
};
