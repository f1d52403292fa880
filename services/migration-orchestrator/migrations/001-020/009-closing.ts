import type { MigrationStep } from '@ridgeline/postgres';

/**
 * A run that has ended without its worker may have written batches that were not counted: until this time a worker may
 * look up their outcomes. As long as it is set the portal belongs to the run, and its account is not closed.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations add column closing_until timestamptz`);
  // Whether there is anything left to do for a worker.
  await sql(`
    alter table migrations add column is_open boolean not null generated always as
      (status in ('queued', 'running') or closing_until is not null) stored`);
  await sql(`
    alter table migrations add constraint closing_after_the_end
      check (closing_until is null or (status in ('failed', 'cancelled') and reconciliation is null))`);
  await sql(`create index migrations_open on migrations (portal_queue, id) where is_open`);
  await sql(`drop index migrations_active`);
  await sql(`drop index one_running_per_portal`);
  await sql(`
    create unique index one_running_per_portal on migrations (portal_queue)
    where status = 'running' or closing_until is not null`);
  await sql(`create index migrations_closing on migrations (closing_until) where closing_until is not null`);
};
