import type { CountedReference } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { holdSynced, makeDueNow, type ChangedRecord, type ListedConnection } from './due-list.postgres.ts';

/*
 * A record that was copied without an association, because the other record was not in HubSpot:
 *
 *   references of a plan ── the other one is missing ──> stored here ── the other one is counted in HubSpot ──> due again
 *
 * A migration associates records after all of its batches. If it failed or was cancelled, none of its records is stored here,
 * and all that refer to others are due.
 *
 * Both storing and counting lock the connection's row, so that one of the two sees the other.
 */

/**
 * Notes the references whose records are not in HubSpot, and removes the notes of the others. Existing notes about other
 * references of a record stay: a migration may have read the record before it had them.
 */
export async function noteMissing(
  tx: Tx,
  { connectionId, companyId }: ListedConnection,
  kind: string,
  references: readonly CountedReference[],
): Promise<void> {
  const present = references.filter(({ hubspotId }) => hubspotId !== null);
  const missing = references.filter(({ hubspotId }) => hubspotId === null);
  if (present.length > 0)
    await tx.query(
      `delete from sync_waiting_references w using unnest($3::text[], $4::text[], $5::text[]) as r(source_id, wanted_kind, wanted_id)
     where w.connection_id = $1 and w.kind = $2 and w.source_id = r.source_id and w.wanted_kind = r.wanted_kind and w.wanted_id = r.wanted_id`,
      [connectionId, kind, ...columnsOf(present)],
    );
  if (missing.length > 0)
    await tx.query(
      `insert into sync_waiting_references (connection_id, kind, source_id, wanted_kind, wanted_id, company_id)
     select $1, $2, r.source_id, r.wanted_kind, r.wanted_id, $6
     from unnest($3::text[], $4::text[], $5::text[]) as r(source_id, wanted_kind, wanted_id)
     on conflict do nothing`,
      [connectionId, kind, ...columnsOf(missing), companyId],
    );
}

/** The referring record, and the kind and id of the record that it refers to. */
const columnsOf = (references: readonly CountedReference[]): readonly (readonly string[])[] => [
  references.map(({ from }) => from.sourceId),
  references.map((reference) => reference.kind),
  references.map(({ sourceId }) => sourceId),
];

/** Makes due the records that were copied without an association to these, which are now in HubSpot. */
export async function wakeReferring(
  tx: Tx,
  { connectionId, companyId }: ListedConnection,
  kind: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  const connection = await tx.maybeOne(
    `select from sync_connections where connection_id = $1 and company_id = $2 and deleted_at is null for no key update`,
    [connectionId, companyId],
  );
  if (!connection) return;
  const records = await tx.query<Pick<ChangedRecord, 'kind' | 'sourceId'>>(
    `with woken as (
       delete from sync_waiting_references
       where connection_id = $1 and wanted_kind = $2 and wanted_id = any ($3::text[]) returning kind, source_id
     )
     select distinct kind, source_id as "sourceId" from woken`,
    [connectionId, kind, sourceIds],
  );
  await makeDueNow(tx, { connectionId, companyId }, records, 'freed_value');
}

/**
 * Makes due the records of a migration that failed or was cancelled, which may lack associations. Sweeps would not find them:
 * in the source, they are as they were when the migration copied them.
 */
export async function wakeUnassociated(
  tx: Tx,
  connection: ListedConnection,
  kind: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0 || !(await holdSynced(tx, connection, kind))) return;
  const records = sourceIds.map((sourceId) => ({ kind, sourceId }));
  await makeDueNow(tx, connection, records, 'freed_value');
}
