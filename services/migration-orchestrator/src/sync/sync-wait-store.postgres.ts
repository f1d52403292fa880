import type { RunWait } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/**
 * Lets connections of a sync that was handed back wait for a vendor: that of the round in hand, or all when none is. Answers
 * them.
 */
export async function connectionsThatWait(
  tx: Tx,
  syncId: number,
  { ms, reason }: RunWait,
): Promise<number[]> {
  const rows = await tx.query<{ connection_id: number }>(
    `with in_hand as (
       select connection_id from sync_rounds where sync_id = $1 and finished_at is null
     )
     update sync_connections set waiting_for = $3, not_before = clock_timestamp() + $2 * interval '1 millisecond'
     where sync_id = $1 and deleted_at is null
       and (connection_id in (select connection_id from in_hand) or not exists (select from in_hand))
     returning connection_id`,
    [syncId, ms, reason],
  );
  return rows.map((row) => row.connection_id);
}
