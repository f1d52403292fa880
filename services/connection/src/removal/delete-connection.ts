import type { deleteConnection as deleteEndpoint, AnswerOf, ApiClient } from '@ridgeline/contracts';
import { cancelOpenMigrations } from '@ridgeline/contracts/internal';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, originHeaders, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { deleteConnection, lockConnection } from '../connections/connection-changes.postgres.ts';
import { findConnection, type ConnectionKey } from '../connections/connection-store.postgres.ts';
import { hasOpenMigrations, orchestratorAway } from '../migrations/open-migrations.ts';
import { findOrder } from '../subscriptions/look-store.postgres.ts';
import { orphanRemoval, type OrphanParts } from '../subscriptions/orphan-removal.ts';
import { insertOrphan } from '../subscriptions/orphan-store.postgres.ts';

/** What a removal works with. */
export interface RemovalParts extends OrphanParts {
  /** The migration orchestrator. */
  readonly orchestrator: ApiClient;
}

/**
 * Deletes a connection with its secrets, and removes its subscription at AccuLynx as far as AccuLynx lets it. Throws
 * `connection.migrations_open` when migrations run or wait and are not to be cancelled, and `connection.not_found`.
 */
export type DeleteConnection = (
  by: Actor,
  id: number,
  options: { readonly cancelMigrations: boolean },
) => Promise<AnswerOf<typeof deleteEndpoint>>;

export function connectionDeleter(parts: RemovalParts): DeleteConnection {
  const { db, masterKeys, orchestrator, subscriptions, logger } = parts;

  // The subscription is orphaned as soon as the connection is gone: a process that dies before AccuLynx has
  // removed it leaves that to another one. A connection whose secrets cannot be opened can still be deleted.
  const storeOrphan = async (tx: Tx, key: ConnectionKey): Promise<string | null> => {
    const { baseUrl } = subscriptions;
    const order = await findOrder(tx, { masterKeys, baseUrl }, key).catch((error: unknown) => {
      logger.error({ err: error, ...key }, 'The key that removes a subscription cannot be opened');
      return null;
    });
    if (!order?.held) return null;
    const { companyId, apiKey, held } = order;
    const { subscriptionId } = held;
    const orphan = { companyId, apiKey, address: '', knownIds: [], subscriptionId, dueInSeconds: 60 };
    return insertOrphan(tx, masterKeys, orphan);
  };

  return async ({ user, origin }, connectionId, { cancelMigrations }) => {
    const { companyId } = user;
    const key = { companyId, connectionId };
    if (!(await db.forCompany(companyId, (tx) => findConnection(tx, companyId, connectionId))))
      throw new AppError('connection.not_found');
    if (await hasOpenMigrations(orchestrator, key)) {
      if (!cancelMigrations) throw new AppError('connection.migrations_open');
      const body = { companyId, userId: user.userId };
      const input = { params: { id: String(connectionId) }, body };
      await orchestrator(cancelOpenMigrations, input, { headers: originHeaders(origin) }).catch(
        (cause: unknown) => {
          throw orchestratorAway(cause);
        },
      );
    }

    const { subscriptionId, orphanId } = await db.forCompany(companyId, async (tx) => {
      await lockConnection(tx, key);
      const orphanId = await storeOrphan(tx, key);
      const gone = await deleteConnection(tx, key);
      const detail = `"${gone.name}" (#${connectionId})`;
      await addToOutbox(
        tx,
        auditEvent({ action: 'connection-deleted', result: 'done', by: user, origin, detail }),
      );
      return { subscriptionId: gone.subscriptionId, orphanId };
    });
    const removal = orphanId === null ? 'failed' : await orphanRemoval(parts).removeOnce(orphanId);
    if (removal === 'gone') return { webhookDisabled: false, subscriptionId: null };
    return { webhookDisabled: removal === 'deleted', subscriptionId };
  };
}
