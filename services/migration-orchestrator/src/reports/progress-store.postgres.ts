import type { Tx } from '@ridgeline/postgres';

/** Stores what a heartbeat tells of a run. */
export async function storeProgress(
  tx: Tx,
  migrationId: number,
  { targetCount, waitingFor }: { readonly targetCount: number; readonly waitingFor: string | null },
): Promise<void> {
  await tx.query(
    `update migrations set target_count = $2, waiting_for = $3, last_activity_at = now(),
       counted_through = case when processed_count = target_count then processed_count else counted_through end
     where id = $1`,
    [migrationId, targetCount, waitingFor],
  );
}
