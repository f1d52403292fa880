import type { SyncStatus } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionLookup } from '../migration-management/connection-lookup.ts';
import { statusOf } from './sync-status-store.postgres.ts';

/** What is asked of the sync of a connection, within its company. */
export interface KnownSyncs {
  /** Throws `connection.not_found` when the company has no such connection. */
  readonly requireConnection: (...of: Parameters<ConnectionLookup>) => Promise<void>;
  /**
   * What is found of a connection whose auto-sync is known. One of whose auto-sync nothing is known here is one whose auto-sync was
   * never on, for which `never` is the answer, or it does not exist.
   */
  readonly known: <Found>(
    companyId: string,
    id: number,
    find: (tx: Tx, status: SyncStatus) => Promise<Found>,
    never: Found,
  ) => Promise<Found>;
}

/** Asks about syncs, and the connection service about connections that are not known here. */
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
