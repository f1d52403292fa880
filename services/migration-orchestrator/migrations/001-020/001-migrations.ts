import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * Migrations with their lease. `holder` is the worker process that has the lease, or null. A run becomes claimable again
 * only when finish, release or the reaper clears it. Success and processed are derived, so that
 * processed = success + errors + skipped holds by construction.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table migrations (
      id integer generated always as identity primary key,
      company_id text not null,
      created_by integer not null,
      connection_id integer not null,
      connection_name text not null,
      hubspot_portal_id text,
      -- Migrations that write to one portal run one after the other, whatever their connections.
      target_line text not null generated always as
        (company_id || coalesce(' portal ' || hubspot_portal_id, ' connection ' || connection_id::text)) stored,
      migration_type text not null check (migration_type in ('contacts', 'jobs')),
      batch_size integer not null check (batch_size between 1 and 100),
      concurrency integer not null check (concurrency > 0),
      delay_ms integer not null check (delay_ms >= 0),
      include_no_email_contacts boolean not null,
      enumerative_error_strategy text not null check (enumerative_error_strategy in ('SET_BLANK', 'ADD_OPTION')),

      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      version integer not null default 0,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      completed_at timestamptz,
      last_activity_at timestamptz,
      waiting_for text,
      failure_message text,
      reconciliation jsonb,

      target_count integer not null default 0,
      created_count integer not null default 0,
      updated_count integer not null default 0,
      unchanged_count integer not null default 0,
      error_count integer not null default 0,
      skip_count integer not null default 0,
      success_count integer not null generated always as (created_count + updated_count + unchanged_count) stored,
      processed_count integer not null generated always as
        (created_count + updated_count + unchanged_count + error_count + skip_count) stored,

      attempt integer not null default 1,
      epoch integer not null default 0,
      holder uuid,
      lease_until timestamptz,
      commanded_at timestamptz,
      crashes_without_progress integer not null default 0,

      check ((holder is null) = (lease_until is null)),
      check (holder is null or status in ('running', 'cancelled')),
      check (target_count >= created_count + updated_count + unchanged_count + error_count + skip_count),
      check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null))
    )`);
  await sql(companyScoped('migrations'));
  await sql(`create index migrations_of_company on migrations (company_id, id desc)`);
  await sql(
    `create index migrations_active on migrations (target_line, id) where status in ('queued', 'running')`,
  );
  await sql(
    `create unique index one_running_per_target on migrations (target_line) where status = 'running'`,
  );
  // A cancelled run keeps its lease until its batch in flight is reported; the next one in line waits for it.
  await sql(`create unique index one_holder_per_target on migrations (target_line) where holder is not null`);

  await sql(`create table company_sequences (company_id text primary key, last_sequence bigint not null)`);
  await sql(companyScoped('company_sequences'));
};
