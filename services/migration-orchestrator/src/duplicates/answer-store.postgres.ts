import type { Decision } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { DuplicatesOf, RecordKey } from './duplicate-store.postgres.ts';

/** A source record in a company's portal: the key of an answer, and of a link. */
export interface LinkedRecord extends RecordKey, Pick<DuplicatesOf, 'companyId' | 'portalId'> {}

/** A user's answer about a record. */
export interface GivenAnswer {
  readonly decision: Decision;
  readonly hubspotId: string | null;
  readonly at: Date;
}

const keyOf = ({ sourceId, kind, portalId, companyId }: LinkedRecord) => [
  sourceId,
  kind,
  portalId,
  companyId,
];
const ofRecord = `source_id = $1 and kind = $2 and portal_id = $3 and company_id = $4`;

export function findAnswer(tx: Tx, record: LinkedRecord): Promise<GivenAnswer | undefined> {
  return tx.maybeOne<GivenAnswer>(
    `select decision, hubspot_id as "hubspotId", answered_at as at from duplicate_answers where ${ofRecord}`,
    keyOf(record),
  );
}

/** Stores an answer, replacing an earlier one; candidates that were declined before stay declined. */
export async function storeAnswer(
  tx: Tx,
  record: LinkedRecord,
  {
    hubspotId,
    declined,
    by,
  }: { readonly hubspotId: string | null; readonly declined: readonly string[]; readonly by: string },
): Promise<void> {
  await tx.query(
    `insert into duplicate_answers as a (source_id, kind, portal_id, company_id, decision, hubspot_id, declined, answered_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (source_id, kind, portal_id, company_id) do update
       set decision = excluded.decision, hubspot_id = excluded.hubspot_id, answered_by = excluded.answered_by,
         answered_at = now(),
         declined = array(select distinct unnest(a.declined || excluded.declined) except select excluded.hubspot_id)`,
    [...keyOf(record), hubspotId === null ? 'different' : 'same', hubspotId, declined, by],
  );
}

export async function deleteAnswer(tx: Tx, record: LinkedRecord): Promise<void> {
  await tx.query(`delete from duplicate_answers where ${ofRecord}`, keyOf(record));
}

/** The source id of another record that is linked to the same HubSpot record. */
export async function otherLinked(
  tx: Tx,
  record: LinkedRecord,
  hubspotId: string,
): Promise<string | undefined> {
  const other = await tx.maybeOne<{ source_id: string }>(
    `select source_id from (select * from links where hubspot_id = $5 and company_id = $4 offset 0) l
     where portal_id = $3 and object_type = $2 and source_id <> $1
     order by source_id limit 1`,
    [...keyOf(record), hubspotId],
  );
  return other?.source_id;
}

const linkOf = `company_id = $4 and portal_id = $3 and object_type = $2 and source_id = $1`;

/** Whether a record was linked to another HubSpot record since a given time. */
export async function isLinkedElsewhere(
  tx: Tx,
  record: LinkedRecord,
  { hubspotId, since }: { readonly hubspotId: string; readonly since: Date },
): Promise<boolean> {
  const { linked } = await tx.one<{ linked: boolean }>(
    `select exists (select from links where ${linkOf} and hubspot_id <> $5 and updated_at > $6) as linked`,
    [...keyOf(record), hubspotId, since],
  );
  return linked;
}

/** Links a record, as a migration does after copying it. */
export async function link(tx: Tx, record: LinkedRecord, hubspotId: string): Promise<void> {
  await tx.query(
    `insert into links as l (source_id, object_type, portal_id, company_id, hubspot_id) values ($1, $2, $3, $4, $5)
     on conflict (company_id, portal_id, object_type, source_id)
       do update set hubspot_id = excluded.hubspot_id, updated_at = now() where l.hubspot_id <> excluded.hubspot_id`,
    [...keyOf(record), hubspotId],
  );
}

/** Removes the link that an answer created, unless it leads to another record by now. */
export async function unlink(tx: Tx, record: LinkedRecord, hubspotId: string): Promise<void> {
  await tx.query(`delete from links where ${linkOf} and hubspot_id = $5`, [...keyOf(record), hubspotId]);
}

/** How many of the company's newest migrations are searched. */
const maxMigrations = 2_000;

/**
 * What copied a record to a HubSpot record since a given time: a migration, by its number, or auto-sync; null if nothing did.
 */
export async function copiedBy(
  tx: Tx,
  record: LinkedRecord,
  { hubspotId, since }: { readonly hubspotId: string; readonly since: Date },
): Promise<number | 'auto-sync' | null> {
  const about = [...keyOf(record), hubspotId, since];
  const migration = await tx.maybeOne<{ id: number }>(
    `with recent as materialized (
       select id from migrations
       where company_id = $4 and hubspot_portal_id = $3 and not dry_run and last_activity_at >= $6
       order by id desc limit ${String(maxMigrations)}
     )
     select recent.id from recent cross join lateral (
       select from outcomes
       where migration_id = recent.id and source_id = $1 and kind = $2 and hubspot_id = $5
         and outcome in ('created', 'updated', 'unchanged') offset 0) o
     order by recent.id desc limit 1`,
    about,
  );
  if (migration) return migration.id;
  const synced = await tx.maybeOne(
    `select from sync_outcomes o join sync_rounds r on r.round = o.round
     where o.source_id = $1 and o.kind = $2 and o.company_id = $4 and o.hubspot_id = $5 and o.copied_at >= $6
       and r.portal_id = $3 and o.outcome in ('created', 'updated', 'unchanged') limit 1`,
    about,
  );
  return synced ? 'auto-sync' : null;
}
