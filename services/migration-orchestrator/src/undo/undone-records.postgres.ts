import { kindNamed } from '@ridgeline/contracts';
import type { PlannedRecord, ReportedOutcome, UndoneRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** The HubSpot records among these that an undo has removed or spared so far. */
export function undoneRecords(
  tx: Tx,
  migrationId: number,
  hubspotIds: readonly string[],
): Promise<UndoneRecord[]> {
  return tx.query<UndoneRecord>(
    `select kind, hubspot_id as "hubspotId", outcome from outcomes
     where migration_id = $1 and hubspot_id = any ($2::text[]) and outcome in ('removed', 'skipped')`,
    [migrationId, hubspotIds],
  );
}

/** A counted batch of an undo. */
export interface UndoneBatch {
  readonly migration: Pick<MigrationRow, 'company_id' | 'connection_id' | 'hubspot_portal_id' | 'follows'>;
  readonly kind: string;
  readonly outcomes: readonly Pick<ReportedOutcome, 'sourceId' | 'outcome'>[];
  readonly records: readonly PlannedRecord[];
}

/**
 * Deletes what is no longer true of undone records: their states, so that neither a sweep nor a comparison writes them again,
 * and the links of those that no longer carry our id. To auto-sync they look like records that existed before it was switched
 * on.
 */
export async function forgetUndone(
  tx: Tx,
  { migration, kind, outcomes, records }: UndoneBatch,
): Promise<void> {
  const { connection_id: connectionId } = migration;
  const changed = new Map(outcomes.map(({ sourceId, outcome }) => [sourceId, outcome]));
  const ids = [...changed].flatMap(([id, outcome]) =>
    outcome === 'updated' || outcome === 'removed' ? id : [],
  );
  if (ids.length === 0) return;
  await tx.query(
    `delete from source_states where connection_id = $1 and kind = $2 and source_id = any ($3::text[])`,
    [connectionId, kind, ids],
  );
  const stamp = kindNamed(kind)?.sourceIdProperty ?? '';
  const withoutId = records.flatMap((record) =>
    record.action === 'archive' || (record.action === 'update' && record.after[stamp] === '')
      ? record.sourceId
      : [],
  );
  const unlinked = await unlink(
    tx,
    { migration, kind },
    withoutId.filter((id) => ids.includes(id)),
  );
  await treatAsOld(tx, { migration, kind }, unlinked);
}

/** Deletes the links that the undone migration created; returns whose links those were. */
async function unlink(
  tx: Tx,
  { migration, kind }: Pick<UndoneBatch, 'migration' | 'kind'>,
  sourceIds: readonly string[],
): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const { company_id: companyId, hubspot_portal_id: portalId, follows } = migration;
  const rows = await tx.query<{ source_id: string }>(
    `delete from links l
     where l.company_id = $1 and l.portal_id = $2 and l.object_type = $3 and l.source_id = any ($4::text[])
       -- An older link was there although HubSpot did not hold our id: users had cleared it. It stays.
       and l.updated_at >= (select started_at from migrations where id = $5)
       -- What a user said to be the same stays linked: the next migration is to find it.
       and not exists (
         select from duplicate_answers a where a.source_id = l.source_id and a.kind = $3 and a.portal_id = $2
           and a.company_id = $1 and a.hubspot_id = l.hubspot_id)
     returning source_id`,
    [companyId, portalId, kind, sourceIds, follows],
  );
  return rows.map(({ source_id }) => source_id);
}

/** To auto-sync, these records look like records that existed before it was switched on. */
async function treatAsOld(
  tx: Tx,
  { migration, kind }: Pick<UndoneBatch, 'migration' | 'kind'>,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.query(
    `with synced as materialized (
       select connection_id from sync_connections
       where connection_id = $1 and company_id = $2 and deleted_at is null for no key update
     ), no_longer_new as (
       delete from sync_new_records n using synced
       where n.connection_id = synced.connection_id and n.kind = $3 and n.source_id = any ($4::text[])
     )
     insert into sync_old_records (connection_id, kind, source_id, company_id, changed)
     select connection_id, $3, source_id, $2, false from synced, unnest($4::text[]) as u(source_id)
     on conflict (connection_id, kind, source_id) do nothing`,
    [migration.connection_id, migration.company_id, kind, sourceIds],
  );
}
