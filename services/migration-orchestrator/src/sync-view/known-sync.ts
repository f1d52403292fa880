import type { SyncStatus } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionLookup } from '../migration-management/connection-lookup.ts';
import { statusOf } from './sync-status-store.postgres.ts';

/** Queries about a connection's sync, within its company. */
export interface KnownSyncs {
  /** Throws `connection.not_found` when the company has no such connection. */
  readonly requireConnection: (...of: Parameters<ConnectionLookup>) => Promise<void>;
  /**
   * The result for a connection whose auto-sync is known here. Otherwise auto-sync was never on, and the result is `never`,
   * or the connection does not exist.
   */
  readonly known: <Found>(
    companyId: string,
    id: number,
    find: (tx: Tx, status: SyncStatus) => Promise<Found>,
    never: Found,
  ) => Promise<Found>;
}

/** Queries syncs, and asks the connection service about connections that are not known here. */
export function knownSyncs({
  db,
  findConnection,
}: {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
}): KnownSyncs {
  const requireConnection: KnownSyncs['requireConnection'] = async (...of) => {
    if (!(await findConnection(...of))) throw new AppError('connection.not_found');
  };
  return {
    requireConnection,
    async known(companyId, id, find, never) {
      const found = await db.forCompany(companyId, async (tx) => {
        const status = await statusOf(tx, companyId, id);
        return status && { value: await find(tx, status) };
      });
      if (found) return found.value;
      await requireConnection(id, companyId);
      return never;
    },
  };
}
