import { maxEvents, type KnownRecord, type RecordEvent } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

/** How many of the company's newest migrations are searched. */
const maxMigrations = 2_000;

/** An event before its time is formatted as text. */
export type StoredEvent = Omit<RecordEvent, 'at' | 'changes'> & {
  readonly at: Date;
  /** The changes that auto-sync stored; empty for a migration, whose plans contain them. */
  readonly changes: readonly Omit<RecordEvent['changes'][number], 'label'>[];
};

const facts = `o.outcome, o.hubspot_id as "hubspotId", o.name, o.reason, o.message, o.detail, o.field`;
const connection = `m.connection_id as "connectionId", m.connection_name as "connectionName",
  m.hubspot_portal_id as "hubSpotPortalId", m.hubspot_object_ids as "hubspotObjectIds"`;

/** The record's events in migrations, newest first: in each, the outcome is looked up by its full key. */
function eventsOfMigrations(tx: Tx, companyId: string, record: Pick<KnownRecord, 'kind' | 'sourceId'>) {
  return tx.query<StoredEvent>(
    `with mine as materialized (
       select id from migrations where company_id = $1 order by id desc limit ${String(maxMigrations)}
     )
     select $3::text as "sourceId", $2::text as kind, ${facts}, m.id as "migrationId", m.dry_run as "dryRun",
       case when m.follows is not null then json_build_object('migrationId', m.follows, 'as', m.follows_as) end as follows,
       coalesce(b.done_at, m.last_activity_at, m.created_at) as at, ${connection}, '[]'::json as changes
     from mine
     cross join lateral (
       select * from outcomes where migration_id = mine.id and source_id = $3 and kind = $2 offset 0) o
     join migrations m on m.id = mine.id
     left join lateral (
       select done_at from batches where migration_id = mine.id and batch = o.batch offset 0) b on true
     order by m.id desc limit ${String(maxEvents)}`,
    [companyId, record.kind, record.sourceId],
  );
}

/** The record's events in auto-sync, newest first. */
function eventsOfSync(tx: Tx, companyId: string, record: Pick<KnownRecord, 'kind' | 'sourceId'>) {
  return tx.query<StoredEvent>(
    `select o.source_id as "sourceId", o.kind, ${facts}, null::integer as "migrationId",
       false as "dryRun", null::json as follows, o.copied_at as at, o.connection_id as "connectionId",
       coalesce(m.connection_name, '') as "connectionName", r.portal_id as "hubSpotPortalId",
       coalesce(m.hubspot_object_ids, '{}') as "hubspotObjectIds", o.changes
     from sync_outcomes o
     join sync_rounds r on r.round = o.round
     left join lateral (
       select connection_name, hubspot_object_ids from migrations
       where company_id = $1 and connection_id = o.connection_id order by id desc limit 1) m on true
     where o.company_id = $1 and o.kind = $2 and o.source_id = $3
     order by o.id desc limit ${String(maxEvents)}`,
    [companyId, record.kind, record.sourceId],
  );
}

/** All of its events, newest first. */
export async function eventsOf(
  tx: Tx,
  companyId: string,
  record: Pick<KnownRecord, 'kind' | 'sourceId'>,
): Promise<StoredEvent[]> {
  const events = [
    ...(await eventsOfMigrations(tx, companyId, record)),
    ...(await eventsOfSync(tx, companyId, record)),
  ];
  return events.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, maxEvents);
}
