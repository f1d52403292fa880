import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** Connections, and apart from them their secrets, which only the two operations that need them ever read. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table connections (
      id integer generated always as identity primary key,
      company_id text not null,
      user_id integer not null,
      name text not null,
      acculynx_key_hint text not null,
      hubspot_token_hint text not null,
      acculynx_status text not null default 'pending' check (acculynx_status in ('pending', 'valid', 'invalid')),
      hubspot_status text not null default 'pending' check (hubspot_status in ('pending', 'valid', 'invalid')),
      webhook_status text not null default 'pending',
      acculynx_company_id text,
      acculynx_company_name text,
      hubspot_portal_id text,
      hubspot_portal_timezone text,
      portal_account_type text,
      last_sync timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (company_id, id)
    )`);
  await sql(companyScoped('connections'));

  await sql(`
    create table data_keys (
      connection_id integer primary key,
      company_id text not null,
      master_key_id text not null,
      wrapped bytea not null,
      foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
    )`);
  await sql(companyScoped('data_keys'));
  await sql(`create index data_keys_by_master_key on data_keys (master_key_id)`);

  await sql(`
    create table secrets (
      connection_id integer not null references data_keys on delete cascade,
      field text not null check (field in ('acculynxApiKey', 'hubspotPat')),
      company_id text not null,
      ciphertext bytea not null,
      primary key (connection_id, field)
    )`);
  await sql(companyScoped('secrets'));
};
