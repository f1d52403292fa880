import type { MigrationStep } from '@ridgeline/postgres';

/** Holds its portal: it runs, or a worker may still bring its batches to an end. */
const holding = (migration: string): string =>
  `(${migration}.status = 'running' or ${migration}.closing_until is not null
    or exists (select from leases where migration_id = ${migration}.id))`;

/**
 * Migrations that write to one portal run one after the other, whosever they are: the queue is named after the portal alone.
 * A generated column cannot be renamed while two companies hold one portal, and cannot name rows that the release before
 * inserts; so a trigger does. Where two hold a portal while this step runs, the later one ends under its former name.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`alter table migrations alter column portal_queue drop expression`);
  await sql(`
    create function name_portal_queue() returns trigger language plpgsql as $body$
    begin
      new.portal_queue := coalesce(
        'portal ' || new.hubspot_portal_id,
        new.company_id || ' connection ' || new.connection_id::text);
      return new;
    end
    $body$`);
  await sql(`
    create trigger portal_queue_named before insert on migrations
    for each row execute function name_portal_queue()`);
  await sql(`
    update migrations m set portal_queue = 'portal ' || hubspot_portal_id
    where hubspot_portal_id is not null and not (${holding('m')} and exists (
      select from migrations o
      where o.hubspot_portal_id = m.hubspot_portal_id and o.company_id <> m.company_id and o.id < m.id
        and ${holding('o')}))`);
  await sql(`
    update leases l set portal_queue = m.portal_queue
    from migrations m where m.id = l.migration_id and l.portal_queue <> m.portal_queue`);
  // Whether anybody has written to a portal is asked by each claim.
  await sql(`create index migrations_begun on migrations (portal_queue) where epoch > 0`);
};
