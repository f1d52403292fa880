import { createMigration, type Connection, type Migration, type NewMigration } from '@ridgeline/contracts';
import { AppError, type UserIdentity } from '@ridgeline/kit';
import {
  answerOnce,
  recallAnswer,
  type Database,
  type IdempotentRequest,
  type Tx,
} from '@ridgeline/postgres';
import { commandNext } from '../commands/start-command.ts';
import { endMigration } from '../endings/end-migration.ts';
import { note } from '../logs/log-store.postgres.ts';
import { nextStatus } from '../migration/migration-status.ts';
import { toMigration } from '../migration/migration-row.ts';
import { announceChange } from '../updates/announce-change.ts';
import type { ConnectionLookup } from './connection-lookup.ts';
import { findMigration, insertMigration, listMigrations, markCancelled } from './migration-store.postgres.ts';

/** What people do with migrations, always within their own company. */
export interface MigrationService {
  /**
   * Throws `migration.jobs_not_available`, `connection.not_found`, `migration.connection_invalid`, and
   * `request.key_reused` when the idempotency key belongs to another request.
   */
  create(user: UserIdentity, wanted: NewMigration, idempotencyKey: string | null): Promise<Migration>;
  list(user: UserIdentity): Promise<Migration[]>;
  /** Throws `migration.not_found`. */
  get(user: UserIdentity, id: number): Promise<Migration>;
  /** Throws `migration.not_found` and `migration.not_cancellable`. One that is cancelled already is answered as it is. */
  cancel(user: UserIdentity, id: number): Promise<Migration>;
}

export function createMigrationService(parts: {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
}): MigrationService {
  const { db, findConnection } = parts;

  return {
    async create(user, wanted, idempotencyKey) {
      const { companyId, userId } = user;
      const request = creation(companyId, idempotencyKey, wanted);
      const answered =
        request && (await db.forCompany(companyId, (tx) => recallAnswer<Migration>(tx, request)));
      if (answered) return answered.answer;

      const connection = await usableConnection(findConnection, wanted, companyId);
      const insert = async (tx: Tx): Promise<Migration> => {
        const { id, target_line } = await insertMigration(tx, { companyId, userId, connection, wanted });
        await commandNext(tx, target_line);
        return announceChange(tx, id);
      };
      return db.forCompany(companyId, (tx) =>
        request ? answerOnce(tx, request, () => insert(tx)) : insert(tx),
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

    cancel: ({ companyId }, id) => db.forCompany(companyId, (tx) => cancelInTransaction(tx, companyId, id)),
  };
}

function creation(companyId: string, key: string | null, wanted: NewMigration): IdempotentRequest | null {
  return key === null ? null : { companyId, endpoint: `POST ${createMigration.path}`, key, body: wanted };
}

async function usableConnection(
  findConnection: ConnectionLookup,
  wanted: NewMigration,
  companyId: string,
): Promise<Connection> {
  if (wanted.migrationType === 'jobs') throw new AppError('migration.jobs_not_available');
  const connection = await findConnection(wanted.connectionId, companyId);
  if (!connection) throw new AppError('connection.not_found');
  if (connection.acculynxStatus !== 'valid' || connection.hubspotStatus !== 'valid')
    throw new AppError('migration.connection_invalid');
  return connection;
}

/**
 * The cancel stands at once; the worker learns of it by its next renewal or plan. While a worker holds the run, its
 * account is closed when the worker lets go, so that the batch in flight is in it.
 */
async function cancelInTransaction(tx: Tx, companyId: string, id: number): Promise<Migration> {
  const migration = await findMigration(tx, { companyId, id, lock: true });
  if (!migration) throw new AppError('migration.not_found');
  if (migration.status === 'cancelled') return toMigration(migration);
  if (!nextStatus(migration.status, 'cancel')) throw new AppError('migration.not_cancellable');
  await markCancelled(tx, id);
  if (migration.holder === null)
    await endMigration(tx, migration, { status: 'cancelled', sourceCount: null, failureMessage: null });
  await note(tx, id, 'info', 'Cancelled; what is already written stays');
  return announceChange(tx, id);
}
