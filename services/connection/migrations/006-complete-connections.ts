import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * Everything that a connection knows of both accounts, and how its subscription at AccuLynx stands. A column with a
 * constant default rewrites no row, and both indexes cover rows that do not exist yet.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column version integer not null default 1,
      add column revision integer not null default 1,
      add column auto_sync_new_contacts boolean not null default false,
      add column auto_sync_new_jobs boolean not null default false,
      add column custom_event_processor_url text,
      add column acculynx_reason text,
      add column hubspot_reason text,
      add column last_checked_at timestamptz,
      add column webhook_reason text,
      add column last_event_at timestamptz,
      add column acculynx_subscription_id text,
      add column webhook_token text,
      add column webhook_look_due timestamptz not null default now(),
      add column acculynx_instance_timezone text,
      add column acculynx_base_utc_offset text,
      add column acculynx_adjusted_utc_offset text,
      add column has_insurance boolean,
      add column portal_utc_offset text,
      add column portal_utc_offset_ms integer,
      add column acculynx_lists jsonb not null default '{}'`);
  await sql(
    `create unique index connections_webhook_token on connections (webhook_token) where webhook_token is not null`,
  );
  await sql(
    `create index connections_webhook_look on connections (webhook_look_due)
     where acculynx_subscription_id is not null`,
  );

  // Subscriptions that no connection holds, yet or any more: each is removed unless a save takes it over.
  await sql(`
    create table stray_subscriptions (
      id uuid primary key,
      company_id text not null,
      address text not null,
      known_ids text[] not null default '{}',
      subscription_id text,
      master_key_id text not null,
      wrapped bytea not null,
      ciphertext bytea not null,
      attempts integer not null default 0,
      due_at timestamptz not null,
      created_at timestamptz not null default now()
    )`);
  await sql(companyScoped('stray_subscriptions'));
  await sql(`create index stray_subscriptions_due on stray_subscriptions (due_at)`);
};
