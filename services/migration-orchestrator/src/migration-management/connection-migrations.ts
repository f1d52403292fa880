import type { ClientOrigin, UserIdentity } from '@ridgeline/kit';
import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { cancelInTransaction } from './cancel-migration.ts';
import { openOfConnection, type ConnectionOfCompany } from './migration-store.postgres.ts';

/** What becomes of the migrations of a connection that is to be deleted. */
export interface ConnectionMigrations {
  /** How many run or wait. */
  countOpen(of: ConnectionOfCompany): Promise<number>;
  /** Cancels all that run or wait, in the person's name, and answers how many. */
  cancelOpen(
    connectionId: number,
    by: Pick<UserIdentity, 'userId' | 'companyId'>,
    origin: ClientOrigin,
  ): Promise<number>;
}

export function connectionMigrations({ db }: { readonly db: Database }): ConnectionMigrations {
  const openOf = (of: ConnectionOfCompany) => db.forCompany(of.companyId, (tx) => openOfConnection(tx, of));
  return {
    countOpen: async (of) => (await openOf(of)).length,

    async cancelOpen(connectionId, by, origin) {
      const { companyId } = by;
      const cancelling = { by, origin, why: 'Cancelled, because its connection was deleted' } as const;
      let cancelled = 0;
      // Each in a transaction of its own: an update is the last thing that a transaction may do here.
      for (const id of await openOf({ companyId, connectionId })) {
        const ended = await db
          .forCompany(companyId, (tx) => cancelInTransaction(tx, cancelling, id))
          .catch((error: unknown) => {
            if (error instanceof AppError && error.code === 'migration.not_cancellable') return null;
            throw error;
          });
        if (ended) cancelled += 1;
      }
      return cancelled;
    },
  };
}
