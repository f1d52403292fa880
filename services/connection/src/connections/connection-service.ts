import type { Connection, ConnectionDetail } from '@ridgeline/contracts';
import type { ConnectionSecrets, SyncedConnection } from '@ridgeline/contracts/internal';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { openSecrets } from '../secrets/sealed-secrets.ts';
import { tellChange } from './connection-changes.postgres.ts';
import {
  countConnections,
  findConnection,
  findDetail,
  findSynced,
  listConnections,
  renameConnection,
  type ConnectionKey,
} from './connection-store.postgres.ts';
import { findSealedConnections } from './sealed-connections.postgres.ts';

/** Where connections are stored. */
export interface ConnectionServiceParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
}

/** Connections of one company at a time: another company's connection does not exist. */
export interface ConnectionService {
  list(companyId: string): Promise<Connection[]>;
  count(companyId: string): Promise<number>;
  /** Without lists. Throws `connection.not_found`. */
  get(companyId: string, id: number): Promise<Connection>;
  /** With AccuLynx' lists. Throws `connection.not_found`. */
  detail(companyId: string, id: number): Promise<ConnectionDetail>;
  /** With the moments of its auto-sync switches. Throws `connection.not_found`. */
  synced(companyId: string, id: number): Promise<SyncedConnection>;
  /** Throws `connection.not_found`. */
  rename(by: Actor, id: number, name: string): Promise<Connection>;
  /** Throws `connection.not_found`. */
  secrets(companyId: string, id: number): Promise<ConnectionSecrets>;
  /** Of several connections, each of its company; those that do not exist are left out. */
  manySecrets(keys: readonly ConnectionKey[]): Promise<ConnectionSecrets[]>;
}

function found<T>(connection: T | null): T {
  if (connection === null) throw new AppError('connection.not_found');
  return connection;
}

/** Operations that need no vendor. */
export function connectionService({ db, masterKeys }: ConnectionServiceParts): ConnectionService {
  return {
    list: (companyId) => db.forCompany(companyId, (tx) => listConnections(tx, companyId)),

    count: (companyId) => db.forCompany(companyId, (tx) => countConnections(tx, companyId)),

    get: async (companyId, id) =>
      found(await db.forCompany(companyId, (tx) => findConnection(tx, companyId, id))),

    detail: async (companyId, id) =>
      found(await db.forCompany(companyId, (tx) => findDetail(tx, companyId, id))),

    synced: async (companyId, id) =>
      found(await db.forCompany(companyId, (tx) => findSynced(tx, companyId, id))),

    rename({ user, origin }, id, name) {
      const key = { companyId: user.companyId, connectionId: id };
      return db.forCompany(user.companyId, async (tx) => {
        const renamed = found(await renameConnection(tx, key, name));
        await tellChange(tx, key);
        const detail = `"${renamed.name}" (#${id})`;
        await addToOutbox(
          tx,
          auditEvent({ action: 'connection-renamed', result: 'done', by: user, origin, detail }),
        );
        return renamed;
      });
    },

    async secrets(companyId, id) {
      const key = { companyId, connectionId: id };
      const [secrets] = await db.forCompany(companyId, (tx) => readSecrets(tx, [key]));
      return found(secrets ?? null);
    },

    manySecrets: (keys) => db.forSystem((tx) => readSecrets(tx, keys)),
  };

  async function readSecrets(tx: Tx, keys: readonly ConnectionKey[]): Promise<ConnectionSecrets[]> {
    return (await findSealedConnections(tx, keys)).map(({ sealed, ...connection }) => ({
      ...openSecrets(masterKeys, connection, sealed),
      ...connection,
    }));
  }
}
