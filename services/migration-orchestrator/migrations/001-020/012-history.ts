import type { MigrationStep } from '@ridgeline/postgres';

/**
 * The history of a company is filtered and counted from this index alone: rows of migrations are wide, and only those of the
 * page that is shown are read. Of what it includes only the status ever changes, so that counting a batch writes no index.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create index migrations_history on migrations (company_id, id desc)
      include (status, migration_type, connection_id, created_at, connection_name, hubspot_portal_id)`);
  await sql(`drop index migrations_of_company`);
};
