import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * What runs leave behind: who held them (attempts), what was planned (batches, planned_records), which emails are
 * taken within a run, and which HubSpot record each source record became (links, kept across migrations).
 *
 * Plans are `json`, not `jsonb`: they are stored and handed back as they stand, also with characters that `jsonb`
 * refuses (NUL, single surrogates).
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table attempts (
      migration_id integer not null references migrations (id) on delete cascade,
      epoch integer not null,
      company_id text not null,
      attempt integer not null,
      process_id uuid not null,
      server_instance_id text not null,
      pid integer not null,
      status text not null default 'starting' check (status in ('starting', 'running', 'completed', 'crashed')),
      started_at timestamptz not null default now(),
      last_heartbeat timestamptz not null default now(),
      ended_at timestamptz,
      primary key (migration_id, epoch),
      check ((status in ('completed', 'crashed')) = (ended_at is not null))
    )`);
  await sql(companyScoped('attempts'));

  await sql(`
    create table batches (
      migration_id integer not null references migrations (id) on delete cascade,
      batch integer not null,
      company_id text not null,
      epoch integer not null,
      revision integer not null,
      cursor_page integer not null,
      cursor_offset integer not null,
      record_count integer not null,
      records json not null,
      planned_at timestamptz not null default now(),
      done_at timestamptz,
      primary key (migration_id, batch)
    )`);
  await sql(companyScoped('batches'));
  await sql(`create index batches_unfinished on batches (migration_id, batch) where done_at is null`);

  await sql(`
    create table planned_records (
      migration_id integer not null references migrations (id) on delete cascade,
      source_id text not null,
      company_id text not null,
      batch integer not null,
      constraint record_planned_once primary key (migration_id, source_id)
    )`);
  await sql(companyScoped('planned_records'));

  await sql(`
    create table email_reservations (
      migration_id integer not null references migrations (id) on delete cascade,
      email text not null,
      company_id text not null,
      source_id text not null,
      batch integer not null,
      primary key (migration_id, email)
    )`);
  await sql(companyScoped('email_reservations'));

  await sql(`
    create table links (
      company_id text not null,
      portal_id text not null,
      object_type text not null check (object_type in ('contact', 'deal')),
      source_id text not null,
      hubspot_id text not null,
      updated_at timestamptz not null default now(),
      primary key (company_id, portal_id, object_type, source_id)
    )`);
  await sql(companyScoped('links'));
};
