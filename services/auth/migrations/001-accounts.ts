import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** Companies and their users. The constraints' names are known to the store, which turns them into outcomes. */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table companies (
      company_id text constraint companies_pkey primary key,
      created_at timestamptz not null default now()
    )`);
  await sql(companyScoped('companies'));

  await sql(`
    create table users (
      id bigint generated always as identity primary key,
      company_id text not null references companies,
      email text not null,
      username text not null,
      first_name text,
      last_name text,
      password_hash text not null,
      access_revoked boolean not null default false,
      access_revoked_reason text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`);
  await sql(`create unique index users_email_key on users (lower(email))`);
  await sql(`create index users_by_company on users (company_id)`);
  await sql(companyScoped('users'));
};
