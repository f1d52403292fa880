import type { MigrationStep } from '@ridgeline/postgres';

/**
 * When the auto-sync of a kind was switched off last, and what was chosen when it was switched on again. The triggers note it
 * whichever release saves a switch: one of the release before leaves no choice, and a choice never outlives its switch.
 *
 * Both indexes are for the quota, which asks whether another company leads to the same account.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column auto_sync_contacts_off_since timestamptz,
      add column auto_sync_jobs_off_since timestamptz,
      add column auto_sync_contacts_resume text check (auto_sync_contacts_resume in ('catch_up', 'from_now')),
      add column auto_sync_jobs_resume text check (auto_sync_jobs_resume in ('catch_up', 'from_now'))`);
  await sql(`create index connections_of_acculynx_company on connections (acculynx_company_id)`);
  await sql(`create index connections_of_portal on connections (hubspot_portal_id)`);
  await sql(`
    create function note_auto_sync_off() returns trigger language plpgsql as $$
    begin
      if new.auto_sync_new_contacts then
        new.auto_sync_contacts_off_since := null;
      elsif old.auto_sync_new_contacts then
        new.auto_sync_contacts_off_since := now();
        new.auto_sync_contacts_resume := null;
      end if;
      if new.auto_sync_new_jobs then
        new.auto_sync_jobs_off_since := null;
      elsif old.auto_sync_new_jobs then
        new.auto_sync_jobs_off_since := now();
        new.auto_sync_jobs_resume := null;
      end if;
      return new;
    end $$`);
  await sql(`
    create trigger auto_sync_off before update of auto_sync_new_contacts, auto_sync_new_jobs on connections
    for each row execute function note_auto_sync_off()`);
};
