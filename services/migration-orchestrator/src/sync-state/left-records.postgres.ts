import type { Tx } from '@ridgeline/postgres';
import { holdSynced, makeDueNow, type ListedConnection } from './due-list.postgres.ts';

/**
 * Makes due the records that a connection's migration has now linked and whose changes were left to it: it may have read them
 * before they changed. The connection's row is locked here and by writers that leave records, so that one of the two sees the
 * other.
 */
export async function wakeLeft(
  tx: Tx,
  connection: ListedConnection,
  kind: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  if (!(await holdSynced(tx, connection, kind))) return;
  const left = await tx.query<{ sourceId: string }>(
    `update sync_old_records set changed = false
     where connection_id = $1 and kind = $2 and source_id = any ($3::text[]) and changed
     returning source_id as "sourceId"`,
    [connection.connectionId, kind, sourceIds],
  );
  const records = left.map(({ sourceId }) => ({ kind, sourceId }));
  await makeDueNow(tx, connection, records, 'event');
}
