import {
  createMigration,
  historyPageSize,
  type Connection,
  type HistoryPage,
  type Migration,
  type NewMigration,
} from '@ridgeline/contracts';
import { auditEvent, type AuditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, fieldError, SharedLimiter, type Actor, type UserIdentity } from '@ridgeline/kit';
import { createOnce, type Database } from '@ridgeline/postgres';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { commandNext } from '../portal-queue/start-command.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { cancelInTransaction } from './cancel-migration.ts';
import type { ConnectionLookup } from './connection-lookup.ts';
import { currentOf, newestOf, pageOf, type HistoryFilter } from './history-store.postgres.ts';
import { findMigration, insertMigration, requireRoom } from './migration-store.postgres.ts';

const endpoint = `${createMigration.method} ${createMigration.path}`;

/**
 * Creations of one company wait for each other, and cancels for what is written to their migration: all within a
 * transaction, which holds one of the eight connections that people share. So a turn comes before a connection is taken.
 */
const changeLimits = { perKey: { running: 2, waiting: 98 }, inAll: { running: 3, waiting: 125 } };

/** What of the history is asked for. */
type HistoryQuestion = HistoryFilter & { readonly page?: number | undefined };

/** What people do with migrations, always within their own company. */
export interface MigrationService {
  /**
   * Throws `connection.not_found`, `migration.connection_invalid`, `migration.too_many_queued`, `request.too_many` when
   * too many of the company's changes wait already, and `request.key_reused` when the idempotency key belongs to
   * another request.
   */
  create(by: Actor, wanted: NewMigration, idempotencyKey: string | null): Promise<Migration>;
  /** Newest first: the newest of those that fit, or a page of them when one is asked for. */
  list(user: UserIdentity, wanted: HistoryQuestion): Promise<Migration[] | HistoryPage>;
  /** Those that are of interest now: open ones, and what came of each connection last. */
  current(user: UserIdentity): Promise<Migration[]>;
  /** Throws `migration.not_found`. */
  get(user: UserIdentity, id: number): Promise<Migration>;
  /** Throws `migration.not_found`, `migration.not_cancellable` and `request.too_many`. One that is cancelled already is answered as it is. */
  cancel(by: Actor, id: number): Promise<Migration>;
}

/** The use cases of migrations. */
export function createMigrationService(parts: {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
}): MigrationService {
  const { db, findConnection } = parts;
  const changes = new SharedLimiter(changeLimits);

  /** Does a deed and tells the audit trail when it is refused. */
  const refusalsTold = async <T>(
    by: Actor,
    { action, detail }: Pick<AuditEvent, 'action' | 'detail'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const deed = { ...deedOf(by), action, result: 'refused' } as const;
      if (error instanceof AppError && !error.code.startsWith('server.'))
        await db.forCompany(by.user.companyId, (tx) =>
          addToOutbox(tx, auditEvent({ ...deed, detail: `${detail}: ${error.text}` })),
        );
      throw error;
    }
  };

  return {
    create(by, wanted, key) {
      const { companyId, userId } = by.user;
      const what = `${wanted.migrationType} of connection #${String(wanted.connectionId)}`;
      const createNow = () =>
        createOnce<Migration>(db, { companyId, endpoint, key, body: wanted }, (store) =>
          refusalsTold(by, { action: 'migration-created', detail: what }, async () => {
            const connection = await usableConnection(findConnection, wanted, companyId);
            return store(async (tx) => {
              await requireRoom(tx, companyId);
              const { id, portal_queue } = await insertMigration(tx, {
                companyId,
                userId,
                connection,
                wanted,
              });
              await commandNext(tx, portal_queue);
              const detail = `#${String(id)}: ${wanted.migrationType} of "${connection.name}"`;
              await addToOutbox(
                tx,
                auditEvent({ ...deedOf(by), action: 'migration-created', result: 'done', detail }),
              );
              return publishUpdate(tx, id);
            });
          }),
        );
      return changes.take(companyId, createNow);
    },

    list: ({ companyId }, { page, ...filter }) =>
      db.forCompany(companyId, async (tx) => {
        if (page === undefined) return (await newestOf(tx, { companyId, filter })).map(toMigration);
        const { rows, ...found } = await pageOf(tx, { companyId, filter, page });
        return { ...found, migrations: rows.map(toMigration), pageSize: historyPageSize };
      }),

    current: ({ companyId }) =>
      db.forCompany(companyId, async (tx) => (await currentOf(tx, companyId)).map(toMigration)),

    async get({ companyId }, id) {
      const row = await db.forCompany(companyId, (tx) => findMigration(tx, { companyId, id }));
      if (!row) throw new AppError('migration.not_found');
      return toMigration(row);
    },

    cancel: (by, id) => {
      const { companyId } = by.user;
      const cancelling = { ...deedOf(by), why: 'Cancelled' } as const;
      return changes.take(companyId, () =>
        refusalsTold(by, { action: 'migration-cancelled', detail: `#${String(id)}` }, () =>
          db.forCompany(companyId, (tx) => cancelInTransaction(tx, cancelling, id)),
        ),
      );
    },
  };
}

const deedOf = ({ user, origin }: Actor): Pick<AuditEvent, 'by' | 'origin'> => ({ by: user, origin });

async function usableConnection(
  findConnection: ConnectionLookup,
  wanted: NewMigration,
  companyId: string,
): Promise<Connection> {
  const connection = await findConnection(wanted.connectionId, companyId);
  if (!connection) throw fieldError('connectionId', 'connection.not_found');
  if (connection.acculynxStatus !== 'valid' || connection.hubspotStatus !== 'valid')
    throw fieldError('connectionId', 'migration.connection_invalid');
  return connection;
}
