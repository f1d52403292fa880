import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import type { StrayParts } from './stray-removal.ts';
import {
  subscriptionColumns,
  type PreparedSubscription,
  type SubscriptionOrder,
} from './subscription-order.ts';
import { addressOf, sameTopics } from './wanted-subscription.ts';
import { failureText, webhookProblem } from './webhook-problem.ts';

/**
 * Keeps the subscription that a connection has, with other topics where they changed; null when it cannot be kept: its
 * address is another one, which AccuLynx cannot change, or it is disabled or gone there.
 */
export async function keptSubscription(
  { subscriptions, logger }: StrayParts,
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

  const before = read.value.topicNames;
  const differs = !sameTopics(before, topicNames);
  if (differs) {
    const updated = await calls.update(subscriptionId, topicNames);
    if (updated.outcome !== 'ok') throw webhookProblem(updated);
    if (updated.value === 'gone') return null;
  }
  return {
    text: differs ? "The webhook's topics are changed" : 'The webhook is subscribed already',
    columns: subscriptionColumns({ subscriptionId, token }),
    store: () => Promise.resolve(),
    afterSave: () => Promise.resolve(),
    async undo() {
      if (!differs) return;
      const undone = await calls.update(subscriptionId, before);
      if (undone.outcome === 'ok') return;
      // The next look at the subscription sets the topics right.
      logger.warn({ subscriptionId, reason: failureText(undone) }, 'Topics could not be changed back');
    },
  };
}
