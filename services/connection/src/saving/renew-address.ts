import type { Connection } from '@ridgeline/contracts';
import { auditEvent, auditRefusals } from '@ridgeline/events';
import { addToOutbox, outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { lockConnection, tellChange } from '../connections/connection-changes.postgres.ts';
import {
  findConnection,
  setSubscription,
  type ConnectionKey,
} from '../connections/connection-store.postgres.ts';
import { findSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets } from '../secrets/sealed-secrets.ts';
import { newSubscription } from '../subscriptions/new-subscription.ts';
import { withSubscription, type HeldParts } from '../subscriptions/subscription-lock.ts';
import { topicsOf, type SubscriptionOrder } from '../subscriptions/subscription-order.ts';
import { heldSubscription } from '../subscriptions/token-store.postgres.ts';

/**
 * Subscribes a connection to its events at a new address. The address before works for 24 hours more; its subscription is removed
 * at AccuLynx. Throws `connection.no_webhook_address` when the events come to no address of this product, what
 * `prepareSubscription` throws, and `connection.not_found`.
 */
export type RenewAddress = (by: Actor, id: number) => Promise<Connection>;

export function addressRenewer(parts: HeldParts): RenewAddress {
  const { db, masterKeys, subscriptions } = parts;
  const { baseUrl } = subscriptions;

  const read = async (key: ConnectionKey): Promise<SubscriptionOrder> => {
    const { companyId, connectionId } = key;
    const [settings, sealed, held] = await db.forCompany(companyId, async (tx) => [
      await findConnection(tx, companyId, connectionId),
      await findSecrets(tx, key),
      await heldSubscription(tx, { masterKeys, baseUrl }, key),
    ]);
    if (!settings || !sealed) throw new AppError('connection.not_found');
    if (!held || settings.customEventProcessorUrl !== null)
      throw new AppError('connection.no_webhook_address');
    const { acculynxApiKey: apiKey } = openSecrets(masterKeys, key, sealed);
    return { companyId, apiKey, settings, held };
  };

  const renew = async (by: Actor, key: ConnectionKey): Promise<Connection> => {
    const order = await read(key);
    const subscription = await newSubscription(parts, order, topicsOf(order.settings));
    const store = async (tx: Tx): Promise<Connection> => {
      await lockConnection(tx, key);
      const connection = await setSubscription(tx, key, subscription.columns);
      await subscription.store(tx, key);
      await tellChange(tx, key);
      const detail = `"${connection.name}" (#${key.connectionId})`;
      const { user, origin } = by;
      await addToOutbox(
        tx,
        auditEvent({ action: 'connection-address-renewed', result: 'done', by: user, origin, detail }),
      );
      return connection;
    };
    const renewed = await db.forCompany(key.companyId, store).catch(async (error: unknown) => {
      await subscription.undo();
      throw error;
    });
    await subscription.afterSave();
    return renewed;
  };

  return (by, connectionId) => {
    const key = { companyId: by.user.companyId, connectionId };
    const attempt = { action: 'connection-address-renewed', by, what: `#${connectionId}` } as const;
    // The lock keeps the replaced subscription from being changed or removed; a deletion of the connection is seen when it is stored.
    return auditRefusals(outboxWriter(db), attempt, () =>
      withSubscription(parts, connectionId, () => renew(by, key)),
    );
  };
}
