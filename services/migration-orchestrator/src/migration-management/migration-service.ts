import { createMigration, type Connection, type Migration, type NewMigration } from '@ridgeline/contracts';
import { recordDeed, type Deed } from '@ridgeline/kafka';
import { AppError, type Actor, type UserIdentity } from '@ridgeline/kit';
import { createOnce, type Database, type Tx } from '@ridgeline/postgres';
import { endWithoutWorker } from '../completion/close-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { isHeld } from '../migration-state/lease-row.postgres.ts';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { nextStatus } from '../migration-state/migration-status.ts';
import { commandNext } from '../portal-queue/start-command.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import type { ConnectionLookup } from './connection-lookup.ts';
import {
  findMigration,
  insertMigration,
  listMigrations,
  markCancelled,
  requireRoom,
} from './migration-store.postgres.ts';

const endpoint = `${createMigration.method} ${createMigration.path}`;

/** What people do with migrations, always within their own company. */
export interface MigrationService {
  /**
   * Throws `connection.not_found`, `migration.connection_invalid`, `migration.too_many_queued`, and `request.key_reused`
   * when the idempotency key belongs to another request.
   */
  create(by: Actor, wanted: NewMigration, idempotencyKey: string | null): Promise<Migration>;
  list(user: UserIdentity): Promise<Migration[]>;
  /** Throws `migration.not_found`. */
  get(user: UserIdentity, id: number): Promise<Migration>;
  /** Throws `migration.not_found` and `migration.not_cancellable`. One that is cancelled already is answered as it is. */
  cancel(by: Actor, id: number): Promise<Migration>;
}

/** The use cases of migrations. */
export function createMigrationService(parts: {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
}): MigrationService {
  const { db, findConnection } = parts;

  /** Does a deed and tells the audit trail when it is refused. */
  const refusalsTold = async <T>(
    by: Actor,
    { action, detail }: Pick<Deed, 'action' | 'detail'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const deed = { ...deedOf(by), action, result: 'refused' } as const;
      if (error instanceof AppError && !error.code.startsWith('server.'))
        await db.forCompany(by.user.companyId, (tx) =>
          recordDeed(tx, { ...deed, detail: `${detail}: ${error.text}` }),
        );
      throw error;
    }
  };

  return {
    create(by, wanted, key) {
      const { companyId, userId } = by.user;
      const what = `${wanted.migrationType} of connection #${String(wanted.connectionId)}`;
      return createOnce(db, { companyId, endpoint, key, body: wanted }, (store) =>
        refusalsTold(by, { action: 'migration-created', detail: what }, async () => {
          const connection = await usableConnection(findConnection, wanted, companyId);
          return store(async (tx) => {
            await requireRoom(tx, companyId);
            const { id, portal_queue } = await insertMigration(tx, { companyId, userId, connection, wanted });
            await commandNext(tx, portal_queue);
            const detail = `#${String(id)}: ${wanted.migrationType} of "${connection.name}"`;
            await recordDeed(tx, { ...deedOf(by), action: 'migration-created', result: 'done', detail });
            return publishUpdate(tx, id);
          });
        }),
      );
    },

    async list({ companyId }) {
      const rows = await db.forCompany(companyId, (tx) => listMigrations(tx, companyId));
      return rows.map(toMigration);
    },

    async get({ companyId }, id) {
      const row = await db.forCompany(companyId, (tx) => findMigration(tx, { companyId, id }));
      if (!row) throw new AppError('migration.not_found');
      return toMigration(row);
    },

    cancel: (by, id) =>
      refusalsTold(by, { action: 'migration-cancelled', detail: `#${String(id)}` }, () =>
        db.forCompany(by.user.companyId, (tx) => cancelInTransaction(tx, by, id)),
      ),
  };
}

const deedOf = ({ user, origin }: Actor): Pick<Deed, 'by' | 'origin'> => ({ by: user, origin });

async function usableConnection(
  findConnection: ConnectionLookup,
  wanted: NewMigration,
  companyId: string,
): Promise<Connection> {
  const connection = await findConnection(wanted.connectionId, companyId);
  if (!connection) throw new AppError('connection.not_found');
  if (connection.acculynxStatus !== 'valid' || connection.hubspotStatus !== 'valid')
    throw new AppError('migration.connection_invalid');
  return connection;
}

/**
 * The cancel stands at once; the worker learns of it by its next renewal or plan. While a worker holds the run, its
 * account is closed when the worker lets go, so that the batch in flight is in it; when none does, a worker first looks up
 * what the last one may have written.
 */
async function cancelInTransaction(tx: Tx, by: Actor, id: number): Promise<Migration> {
  const { companyId } = by.user;
  const migration = await findMigration(tx, { companyId, id, lock: true });
  if (!migration) throw new AppError('migration.not_found');
  if (migration.status === 'cancelled') return toMigration(migration);
  if (!nextStatus(migration.status, 'cancel')) throw new AppError('migration.not_cancellable');
  await markCancelled(tx, id);
  if (!(await isHeld(tx, id)))
    await endWithoutWorker(tx, migration, { status: 'cancelled', failureMessage: null });
  await recordDeed(tx, {
    ...deedOf(by),
    action: 'migration-cancelled',
    result: 'done',
    detail: `#${String(id)}`,
  });
  await note(tx, id, 'info', 'Cancelled; what is already written stays');
  return publishUpdate(tx, id);
}
