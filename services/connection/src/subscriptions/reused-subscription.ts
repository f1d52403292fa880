import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import { topicsHeld } from './look-store.postgres.ts';
import { newSubscription, noSubscription } from './new-subscription.ts';
import type { OrphanParts } from './orphan-removal.ts';
import {
  addressOf,
  sameTopics,
  subscriptionColumns,
  topicsOf,
  type PreparedSubscription,
  type SubscriptionOrder,
} from './subscription-order.ts';
import { failureText, mayBeDone, webhookProblem } from './subscription-health.ts';

const notChangedBack = 'Topics could not be changed back; the next look at the subscription sets them right';

/**
 * Keeps a connection's current subscription and updates its topics if they changed; null when it cannot be kept: its address
 * changed, which AccuLynx does not support, or it is disabled or gone there.
 */
async function keptSubscription(
  { db, subscriptions, logger }: OrphanParts,
  { settings, held, apiKey }: SubscriptionOrder,
  topicNames: readonly string[],
): Promise<PreparedSubscription | null> {
  if (!held) return null;
  const { subscriptionId, token } = held;
  if (addressOf(settings, { baseUrl: subscriptions.baseUrl, token }) !== held.address) return null;
  if (settings.customEventProcessorUrl === null && token === null) return null;
  const calls = acculynxSubscriptions(subscriptions, apiKey);
  const read = await calls.read(subscriptionId);
  if (read.outcome !== 'ok') throw webhookProblem(read);
  if (!read.value?.enabled || read.value.consumerUrl !== held.address) return null;

  const differs = !sameTopics(read.value.topicNames, topicNames);
  const undo = async (): Promise<void> => {
    if (!differs) return;
    try {
      // Another save may have set other topics since; these take precedence.
      const stored = await db.forSystem((tx) => topicsHeld(tx, subscriptionId));
      const undone = stored === null ? null : await calls.update(subscriptionId, stored);
      if (undone === null || undone.outcome === 'ok') return;
      logger.warn({ subscriptionId, reason: failureText(undone) }, notChangedBack);
    } catch (error) {
      logger.warn({ subscriptionId, err: error }, notChangedBack);
    }
  };
  if (differs) {
    const updated = await calls.update(subscriptionId, topicNames);
    if (updated.outcome !== 'ok') {
      if (mayBeDone(updated)) await undo();
      throw webhookProblem(updated);
    }
    if (updated.value === 'gone') return null;
  }
  return {
    text: differs ? "The webhook's topics are changed" : 'The webhook is subscribed already',
    columns: subscriptionColumns(subscriptionId, settings),
    store: () => Promise.resolve(),
    afterSave: () => Promise.resolve(),
    undo,
  };
}

/**
 * Creates, changes or keeps a connection's subscription as its settings require. Throws `connection.webhook_failed` or
 * `connection.webhook_refused`.
 */
export async function prepareSubscription(
  parts: OrphanParts,
  order: SubscriptionOrder,
): Promise<PreparedSubscription> {
  const topicNames = topicsOf(order.settings);
  if (topicNames.length === 0) return noSubscription(parts, order);
  return (await keptSubscription(parts, order, topicNames)) ?? newSubscription(parts, order, topicNames);
}
