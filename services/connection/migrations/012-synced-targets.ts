import type { MigrationStep } from '@ridgeline/postgres';

/**
 * Which connection syncs which AccuLynx company to which HubSpot portal. Two for the same pair would write each other's
 * records twice, so that the trigger refuses the second, whichever release switches it on, and across companies. Those that
 * there are already stay. Read and written for all companies together, as deliveries are; it holds only ids.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table synced_targets (
      connection_id integer primary key references connections on delete cascade,
      acculynx_company_id text not null,
      hubspot_portal_id text not null
    )`);
  await sql(`create index synced_targets_pair on synced_targets (acculynx_company_id, hubspot_portal_id)`);
  await sql(`
    create function note_synced_target() returns trigger language plpgsql as $$
    begin
      if not (new.auto_sync_new_contacts or new.auto_sync_new_jobs)
        or new.acculynx_company_id is null or new.hubspot_portal_id is null then
        delete from synced_targets where connection_id = new.id;
        return null;
      end if;
      perform 1 from synced_targets
      where connection_id = new.id and acculynx_company_id = new.acculynx_company_id
        and hubspot_portal_id = new.hubspot_portal_id;
      if found then return null; end if;
      -- One at a time for each pair: the next statement sees what the one before has committed.
      perform pg_advisory_xact_lock(
        hashtextextended('synced target ' || new.acculynx_company_id || ' ' || new.hubspot_portal_id, 0));
      perform 1 from synced_targets
      where acculynx_company_id = new.acculynx_company_id and hubspot_portal_id = new.hubspot_portal_id
        and connection_id <> new.id;
      if found then
        raise unique_violation using message = 'Another connection syncs this', constraint = 'one_synced_target';
      end if;
      insert into synced_targets (connection_id, acculynx_company_id, hubspot_portal_id)
      values (new.id, new.acculynx_company_id, new.hubspot_portal_id)
      on conflict (connection_id) do update set acculynx_company_id = excluded.acculynx_company_id,
        hubspot_portal_id = excluded.hubspot_portal_id;
      return null;
    end $$`);
  await sql(`
    create trigger synced_target_noted after insert
      or update of auto_sync_new_contacts, auto_sync_new_jobs, acculynx_company_id, hubspot_portal_id on connections
    for each row execute function note_synced_target()`);
  await sql(`
    insert into synced_targets (connection_id, acculynx_company_id, hubspot_portal_id)
    select id, acculynx_company_id, hubspot_portal_id from connections
    where (auto_sync_new_contacts or auto_sync_new_jobs)
      and acculynx_company_id is not null and hubspot_portal_id is not null
    on conflict do nothing`);
};
