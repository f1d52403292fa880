import type { MigrationStep } from '@ridgeline/postgres';

/**
 * What the watch over subscriptions knows. The trigger begins the proof of each new subscription from nothing, whichever
 * release stores it. All moments are the database's.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column webhook_subscribed_at timestamptz,
      add column webhook_looked_at timestamptz,
      add column webhook_proved_at timestamptz,
      add column webhook_test_due timestamptz not null default now(),
      add column webhook_test_sent_at timestamptz,
      add column webhook_test_arrived_at timestamptz,
      add column webhook_test_lost_at timestamptz,
      add column webhook_renewals timestamptz[] not null default '{}'`);
  // Those that exist are tested in the course of a day, and not together.
  await sql(`
    update connections set webhook_test_due = now() + random() * interval '1 day'
    where acculynx_subscription_id is not null`);
  await sql(`
    create index connections_webhook_test on connections (webhook_test_due)
    where acculynx_subscription_id is not null and custom_event_processor_url is null`);
  await sql(`
    create function note_subscription() returns trigger language plpgsql as $$
    begin
      if new.acculynx_subscription_id is distinct from old.acculynx_subscription_id then
        new.webhook_subscribed_at := case when new.acculynx_subscription_id is not null then now() end;
        new.webhook_looked_at := null;
        new.webhook_proved_at := null;
        new.webhook_test_due := now() + interval '1 minute';
        new.webhook_test_sent_at := null;
        new.webhook_test_arrived_at := null;
        new.webhook_test_lost_at := null;
      end if;
      return new;
    end $$`);
  await sql(`
    create trigger subscription_noted before insert or update of acculynx_subscription_id on connections
    for each row execute function note_subscription()`);
  // An event of a replaced subscription proves nothing about the current one.
  await sql(`alter table webhook_deliveries add column subscription_id text`);
};
