import type { Migration } from '@ridgeline/contracts';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { endWithoutWorker } from '../completion/end-run.ts';
import { note } from '../logs/log-store.postgres.ts';
import { isHeld } from '../migration-state/lease-row.postgres.ts';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { nextStatus, whatStays } from '../migration-state/migration-status.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import {
  findMigration,
  markCancelled,
  openOfConnection,
  type ConnectionOfCompany,
} from './migration-store.postgres.ts';

/** The user who cancels, and the log message. */
export interface Cancelling {
  readonly by: Pick<UserIdentity, 'userId' | 'companyId'>;
  readonly origin: ClientOrigin;
  readonly why: 'Cancelled' | 'Cancelled, because its connection was deleted';
}

/**
 * Cancels a migration of the company. The status is final immediately; the worker learns of it from its next renewal or plan.
 * While a worker holds the run, the summary is closed when the worker releases it, so that it includes the batch in flight;
 * if none holds it, a worker first looks up what the last one may have written. Throws `migration.not_found` and
 * `migration.not_cancellable`; a migration that is already cancelled is returned unchanged.
 */
export async function cancelInTransaction(
  tx: Tx,
  { by, origin, why }: Cancelling,
  id: number,
): Promise<Migration> {
  const migration = await findMigration(tx, { companyId: by.companyId, id, lock: true });
  if (!migration) throw new AppError('migration.not_found');
  if (migration.status === 'cancelled') return toMigration(migration);
  if (!nextStatus(migration.status, 'cancel')) throw new AppError('migration.not_cancellable');
  await markCancelled(tx, id);
  if (!(await isHeld(tx, id)))
    await endWithoutWorker(tx, migration, { status: 'cancelled', failureMessage: null });
  const detail = why === 'Cancelled' ? `#${String(id)}` : `#${String(id)}: its connection was deleted`;
  await addToOutbox(tx, auditEvent({ by, origin, action: 'migration-cancelled', result: 'done', detail }));
  await note(tx, id, 'info', `${why}; ${whatStays(migration)}`);
  return publishUpdate(tx, id);
}

/** The migrations of a connection that is about to be deleted. */
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
      // Each in its own transaction, because publishing an update must be the last step of a transaction here.
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
