import type { Migration } from '@ridgeline/contracts';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, type ClientOrigin, type UserIdentity } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { endWithoutWorker } from '../completion/close-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { isHeld } from '../migration-state/lease-row.postgres.ts';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { nextStatus } from '../migration-state/migration-status.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { findMigration, markCancelled } from './migration-store.postgres.ts';

/** Who cancels, and what the log then says. */
export interface Cancelling {
  readonly by: Pick<UserIdentity, 'userId' | 'companyId'>;
  readonly origin: ClientOrigin;
  readonly why: 'Cancelled' | 'Cancelled, because its connection was deleted';
}

/**
 * Cancels a migration of the company. The cancel stands at once; the worker learns of it by its next renewal or plan. While
 * a worker holds the run, its account is closed when the worker lets go, so that the batch in flight is in it; when none
 * does, a worker first looks up what the last one may have written. Throws `migration.not_found` and
 * `migration.not_cancellable`; one that is cancelled already is answered as it is.
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
  await note(tx, id, 'info', `${why}; what is already written stays`);
  return publishUpdate(tx, id);
}
