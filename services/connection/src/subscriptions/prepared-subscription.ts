import { keptSubscription } from './kept-subscription.ts';
import { newSubscription, noSubscription } from './new-subscription.ts';
import type { PreparedSubscription, SubscriptionOrder } from './subscription-order.ts';
import type { StrayParts } from './stray-removal.ts';
import { topicsOf } from './wanted-subscription.ts';

/**
 * Makes, changes or keeps a connection's subscription as its settings want it. Throws `connection.webhook_failed` or
 * `connection.webhook_refused`.
 */
export async function prepareSubscription(
  parts: StrayParts,
  order: SubscriptionOrder,
): Promise<PreparedSubscription> {
  const topicNames = topicsOf(order.settings);
  if (topicNames.length === 0) return noSubscription(parts, order);
  return (await keptSubscription(parts, order, topicNames)) ?? newSubscription(parts, order, topicNames);
}
