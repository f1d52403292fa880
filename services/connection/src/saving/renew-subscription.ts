import type { AuditAction, Connection } from '@ridgeline/contracts';
import { auditEvent, auditRefusals } from '@ridgeline/events';
import { addToOutbox, outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import { findOrder } from '../subscriptions/look-store.postgres.ts';
import { subscribeAgain } from '../subscriptions/subscribe-again.ts';
import { withSubscription, type HeldParts } from '../subscriptions/subscription-lock.ts';
import { topicsOf, type SubscriptionOrder } from '../subscriptions/subscription-order.ts';

/**
 * Subscribes a connection again at a user's request. The previous address keeps working for 24 hours; its subscription is
 * removed at AccuLynx. Throws what `subscribeAgain` throws.
 */
export type RenewSubscription = (by: Actor, id: number) => Promise<Connection>;

/** Renews the secret address. Throws `connection.no_webhook_address` when events do not go to an address of this product. */
export const addressRenewer = (parts: HeldParts): RenewSubscription =>
  renewer(parts, 'connection-address-renewed', ({ held, settings }) => {
    if (!held || settings.customEventProcessorUrl !== null)
      throw new AppError('connection.no_webhook_address');
  });

/** Subscribes again because events do not arrive. Throws `connection.auto_sync_off` when auto-sync needs none. */
export const subscriptionRenewer = (parts: HeldParts): RenewSubscription =>
  renewer(parts, 'connection-subscribed-again', ({ settings }) => {
    if (topicsOf(settings).length === 0) throw new AppError('connection.auto_sync_off');
  });

function renewer(
  parts: HeldParts,
  action: AuditAction,
  requireFit: (order: SubscriptionOrder) => void,
): RenewSubscription {
  const { db, masterKeys, subscriptions } = parts;
  const { baseUrl } = subscriptions;

  const renew = async ({ user, origin }: Actor, connectionId: number): Promise<Connection> => {
    const key = { companyId: user.companyId, connectionId };
    const order = await db.forCompany(key.companyId, (tx) => findOrder(tx, { masterKeys, baseUrl }, key));
    if (!order) throw new AppError('connection.not_found');
    requireFit(order);
    return subscribeAgain(parts, key, order, {
      store(tx, { name }) {
        const detail = `"${name}" (#${connectionId})`;
        return addToOutbox(tx, auditEvent({ action, result: 'done', by: user, origin, detail }));
      },
    });
  };

  // The lock protects the replaced subscription from changes and removal; if the connection is deleted concurrently, storing
  // notices it.
  return (by, id) =>
    auditRefusals(outboxWriter(db), { action, by, what: `#${id}` }, () =>
      withSubscription(parts, id, () => renew(by, id)),
    );
}
