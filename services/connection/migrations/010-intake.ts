import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * What AccuLynx' deliveries need. The release before continues to write `webhook_token` and the switches of auto-sync: its
 * tokens are sealed in the background, and the trigger notes the moment of a switch whichever release sets it.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column search_needed boolean not null default false,
      add column auto_sync_contacts_since timestamptz,
      add column auto_sync_jobs_since timestamptz`);
  await sql(`create index connections_search_needed on connections (id) where search_needed`);
  await sql(`
    create function note_auto_sync_since() returns trigger language plpgsql as $$
    begin
      new.auto_sync_contacts_since :=
        case when new.auto_sync_new_contacts then coalesce(old.auto_sync_contacts_since, now()) end;
      new.auto_sync_jobs_since :=
        case when new.auto_sync_new_jobs then coalesce(old.auto_sync_jobs_since, now()) end;
      return new;
    end $$`);
  await sql(`
    create trigger auto_sync_since before insert or update of auto_sync_new_contacts, auto_sync_new_jobs on connections
    for each row execute function note_auto_sync_since()`);
  await sql(`
    update connections set auto_sync_new_contacts = auto_sync_new_contacts
    where auto_sync_new_contacts or auto_sync_new_jobs`);

  // The current token of a connection has no end and is sealed; of a former one only the hash is kept, until its end.
  await sql(`
    create table webhook_tokens (
      id uuid primary key,
      connection_id integer not null,
      company_id text not null,
      hash bytea not null unique,
      subscription_id text not null,
      valid_until timestamptz,
      master_key_id text,
      wrapped bytea,
      ciphertext bytea,
      sealed_at timestamptz not null default now(),
      check (valid_until is not null or (master_key_id is not null and wrapped is not null and ciphertext is not null)),
      foreign key (company_id, connection_id) references connections (company_id, id)
        on delete cascade on update cascade
    )`);
  await sql(companyScoped('webhook_tokens'));
  await sql(
    `create unique index webhook_tokens_current on webhook_tokens (connection_id) where valid_until is null`,
  );
  await sql(`create index webhook_tokens_of_connection on webhook_tokens (connection_id)`);

  // Read and written for all companies together, as the outbox is. It holds only the id of a record.
  await sql(`
    create table webhook_deliveries (
      connection_id integer not null references connections on delete cascade,
      event_id uuid not null,
      topic text not null,
      kind text not null,
      record_id text not null,
      event_at timestamptz,
      received_at timestamptz not null default now(),
      told boolean not null default false,
      primary key (connection_id, event_id)
    )`);
  await sql(`create index webhook_deliveries_received on webhook_deliveries (received_at)`);
  await sql(`create index webhook_deliveries_untold on webhook_deliveries (received_at) where not told`);
};
