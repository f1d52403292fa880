import { unreachableReason } from '@ridgeline/governed-vendors';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';
import type { AcculynxSubscriptions } from './acculynx-subscriptions.ts';
import { sameTopics } from './wanted-subscription.ts';
import { failureText } from './webhook-problem.ts';

/** What a connection's subscription should be. */
export interface ExpectedSubscription {
  readonly subscriptionId: string;
  readonly address: string;
  readonly topicNames: readonly string[];
}

/** How a look ended: what it found, or why AccuLynx could not tell. */
export type Look = { readonly found: WebhookFinding } | { readonly unknown: string };

const again = 'Save the connection to subscribe again.';
const error = (reason: string): Look => ({ found: { status: 'error', reason: `${reason} ${again}` } });

/** Looks at a subscription, and sets its topics right where they differ. */
export async function lookAtSubscription(
  calls: AcculynxSubscriptions,
  { subscriptionId, address, topicNames }: ExpectedSubscription,
): Promise<Look> {
  const read = await calls.read(subscriptionId);
  if (read.outcome === 'refused') return { found: { status: 'invalid', reason: failureText(read) } };
  if (read.outcome !== 'ok') return { unknown: unreachableReason('AccuLynx', read) };
  if (!read.value) return error('AccuLynx no longer has the subscription.');
  if (!read.value.enabled)
    return error('AccuLynx has disabled the subscription, as it does when events cannot be delivered.');
  if (read.value.consumerUrl !== address)
    return { found: { status: 'warning', reason: `AccuLynx sends the events to another address. ${again}` } };
  if (!sameTopics(read.value.topicNames, topicNames)) {
    const updated = await calls.update(subscriptionId, topicNames);
    if (updated.outcome !== 'ok' || updated.value === 'gone')
      return {
        found: { status: 'warning', reason: `AccuLynx sends other events than are wanted. ${again}` },
      };
  }
  return { found: { status: 'active', reason: null } };
}
