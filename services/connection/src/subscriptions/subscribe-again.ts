import type { Connection } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { lockConnection, tellChange } from '../connections/connection-changes.postgres.ts';
import type { ColumnValues } from '../connections/connection-fields.ts';
import { setSubscription, type ConnectionKey } from '../connections/connection-store.postgres.ts';
import { newSubscription } from './new-subscription.ts';
import type { OrphanParts } from './orphan-removal.ts';
import { topicsOf, type SubscriptionOrder } from './subscription-order.ts';

/** What is stored together with a replacing subscription. */
export interface AlsoStored {
  /** Columns of the connection. */
  readonly columns?: ColumnValues;
  /** Stores more in the same transaction. */
  store(tx: Tx, connection: Connection): Promise<void>;
}

/**
 * Replaces a connection's subscription, and requests a search for changes that were missed. Throws what `newSubscription`
 * throws, and `connection.not_found`. The caller holds the lock on the subscription.
 */
export async function subscribeAgain(
  parts: OrphanParts,
  key: ConnectionKey,
  order: SubscriptionOrder,
  also: AlsoStored,
): Promise<Connection> {
  const subscription = await newSubscription(parts, order, topicsOf(order.settings));
  const columns = { ...subscription.columns, search_needed: true, ...also.columns };
  const store = async (tx: Tx): Promise<Connection> => {
    await lockConnection(tx, key);
    const connection = await setSubscription(tx, key, columns);
    await subscription.store(tx, key);
    await tellChange(tx, key);
    await also.store(tx, connection);
    return connection;
  };
  const connection = await parts.db.forCompany(key.companyId, store).catch(async (error: unknown) => {
    await subscription.undo();
    throw error;
  });
  await subscription.afterSave();
  return connection;
}
