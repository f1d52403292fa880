import type { SyncStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { statusesWhere } from '../sync-view/sync-status-store.postgres.ts';
import { maxAttention } from './all-migrations.postgres.ts';

/** Records that wait longer are behind. */
const behindAfter = '10 minutes';

/**
 * Auto-sync of all companies that failed to copy records or is behind, the oldest connection first. There is one row for each
 * connection that ever had auto-sync, so that all of them are read. Needs the system's scope.
 */
export function syncsToReview(tx: Tx): Promise<(SyncStatus & { readonly companyId: string })[]> {
  return statusesWhere(
    tx,
    `(dead_count > 0 or (waiting_count > 0 and exists (
        select from sync_records r where r.connection_id = sync_connections.connection_id
          and r.waits_since < now() - interval '${behindAfter}')))
     and exists (select from jsonb_each_text(since) s where s.value is not null)`,
    maxAttention + 1,
  );
}
