import type { AcculynxOutcome } from '@ridgeline/acculynx';
import { refusalReason, unreachableReason } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';
import type { AcculynxSubscriptions } from './acculynx-subscriptions.ts';
import { sameTopics } from './subscription-order.ts';

/** Any outcome but a good one. */
type Failed = Exclude<AcculynxOutcome<unknown>, { outcome: 'ok' }>;

/** Why a call about a subscription did not succeed, in words and without a secret. */
export function failureText(failed: Failed): string {
  return failed.outcome === 'refused'
    ? refusalReason('AccuLynx', failed)
    : unreachableReason('AccuLynx', failed);
}

/** Whether AccuLynx may have done what it was asked all the same: nothing but a clear refusal says that it did not. */
export const mayBeDone = (failed: Failed): boolean =>
  failed.outcome === 'unavailable' || (failed.outcome === 'rejected' && failed.problem.status < 400);

/** Whether AccuLynx said no: asking again changes nothing. */
const isRefusal = (failed: Failed): boolean =>
  failed.outcome === 'refused' || (failed.outcome === 'rejected' && failed.problem.status >= 400);

/** What to do about it. A key that AccuLynx refuses here was accepted a moment ago: it may read, and not subscribe. */
function advice(failed: Failed): string {
  if (!isRefusal(failed)) return 'please try again in a moment.';
  return failed.outcome === 'refused'
    ? 'use a key that may subscribe to webhooks, or switch auto-sync off.'
    : 'check the address for events, or switch auto-sync off.';
}

/** The error of a save that could not subscribe: its text names the webhook, by which the form knows the step. */
export function webhookProblem(failed: Failed): AppError {
  return new AppError(isRefusal(failed) ? 'connection.webhook_refused' : 'connection.webhook_failed', {
    text: `Webhook error: ${failureText(failed)}. Nothing was saved; ${advice(failed)}`,
  });
}

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
