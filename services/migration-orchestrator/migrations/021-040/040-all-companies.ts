import type { MigrationStep } from '@ridgeline/postgres';

/**
 * What administrators see of all companies: the newest migrations of one status, and those that ended and need a user. Whether one
 * does is a column of its own: while a migration runs it does not change, so that counting a batch writes no index.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table migrations add column needs_review boolean not null
      generated always as (completed_at is not null and (status = 'failed' or error_count > 0)) stored`);
  await sql(
    `create index migrations_to_review on migrations (completed_at desc) where needs_review and not dry_run`,
  );
  await sql(`create index migrations_by_status on migrations (status, id desc)`);
  await sql(`
    create index migrations_completed_of_connection on migrations (connection_id, migration_type, id desc)
    where status = 'completed' and not dry_run`);
};
