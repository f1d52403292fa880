import type { Tx } from '@ridgeline/postgres';
import { makeDue, type ListedConnection } from './due-list.postgres.ts';

/**
 * Makes the records due that a migration of a connection has linked now and of which a change was left to it: it may have read
 * them before they changed. The connection's row is held, as by those who leave records: so that one of the two sees the other.
 */
export async function wakeLeft(
  tx: Tx,
  { connectionId, companyId }: ListedConnection,
  kind: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  const connection = await tx.maybeOne(
    `select connection_id from sync_connections
     where connection_id = $1 and company_id = $2 and since ->> $3 is not null and deleted_at is null for no key update`,
    [connectionId, companyId, kind],
  );
  if (!connection) return;
  const left = await tx.query<{ source_id: string }>(
    `update sync_old_records set changed = false
     where connection_id = $1 and kind = $2 and source_id = any ($3::text[]) and changed returning source_id`,
    [connectionId, kind, sourceIds],
  );
  const now = new Date();
  const records = left.map((row) => ({
    kind,
    sourceId: row.source_id,
    firstAt: now,
    lastAt: now,
    changedAt: null,
  }));
  await makeDue(tx, { connectionId, companyId }, records, 'event');
}
