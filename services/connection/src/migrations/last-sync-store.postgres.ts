import type { Tx } from '@ridgeline/postgres';
import { tellChange } from '../connections/connection-changes.postgres.ts';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';

/** Sets when a connection was synced last, unless a later time is known, and tells open pages. No time to come is taken. */
export async function setLastSync(tx: Tx, key: ConnectionKey, at: Date): Promise<void> {
  const moved = await tx.maybeOne(
    `update connections set last_sync = least($3, now())
     where company_id = $1 and id = $2 and (last_sync is null or last_sync < least($3, now()))
     returning 1`,
    [key.companyId, key.connectionId, at],
  );
  if (moved) await tellChange(tx, key);
}
