import type { SyncStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { isSyncOn } from '../sync-state/resumed-switch.postgres.ts';
import { statusesWhere } from '../sync-view/sync-status-store.postgres.ts';
import { maxAttention } from './all-migrations.postgres.ts';

/** A sync is behind when records have waited longer than this. */
const behindAfter = '10 minutes';

/**
 * Syncs of all companies that are behind or failed to copy records, the oldest connection first. The table has only one row
 * per connection that ever had auto-sync, so all rows are read. Needs the system's scope.
 */
export function syncsToReview(tx: Tx): Promise<(SyncStatus & { readonly companyId: string })[]> {
  return statusesWhere(
    tx,
    `(dead_count > 0 or (waiting_count > 0 and exists (
        select from sync_records r where r.connection_id = sync_connections.connection_id
          and r.waits_since < now() - interval '${behindAfter}')))
     and ${isSyncOn('sync_connections')}`,
    maxAttention + 1,
  );
}
