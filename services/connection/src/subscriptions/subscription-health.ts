import type { AcculynxOutcome } from '@ridgeline/acculynx';
import { refusalReason, unreachableReason } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';
import type { AcculynxSubscriptions } from './acculynx-subscriptions.ts';
import {
  sameTopics,
  soundFinding,
  topicsOf,
  type HeldSubscription,
  type SubscriptionSettings,
} from './subscription-order.ts';

/** Any outcome but a good one. */
type Failed = Exclude<AcculynxOutcome<unknown>, { outcome: 'ok' }>;

/** Why a call about a subscription did not succeed, in words and without a secret. */
export function failureText(failed: Failed): string {
  return failed.outcome === 'refused'
    ? refusalReason('AccuLynx', failed)
    : unreachableReason('AccuLynx', failed);
}

/** Whether AccuLynx may still have done what it was asked: only a clear refusal rules that out. */
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
    details: { reason: failureText(failed) },
  });
}

/** What a connection's subscription should be. */
export interface ExpectedSubscription extends Omit<HeldSubscription, 'token'> {
  readonly settings: SubscriptionSettings;
}

/** Why a subscription must be made again. `unproved`: a test event did not arrive. */
export type Breakage = 'disabled' | 'gone' | 'elsewhere' | 'unproved';

const breakages: Readonly<Record<Breakage, { status: 'error' | 'warning'; text: string }>> = {
  disabled: {
    status: 'error',
    text: 'AccuLynx has disabled the subscription, as it does when events cannot be delivered.',
  },
  gone: { status: 'error', text: 'AccuLynx no longer has the subscription.' },
  elsewhere: { status: 'warning', text: 'AccuLynx sends the events to another address.' },
  unproved: {
    status: 'warning',
    text: 'AccuLynx accepted a test event, but it did not arrive within 10 minutes, so events may be lost.',
  },
};

/** How a subscription stands that is broken in this way, and what was done or follows. */
/** What is wrong with a subscription, as a sentence. */
export const breakageText = (breakage: Breakage): string => breakages[breakage].text;

export function brokenFinding(breakage: Breakage, then: string): WebhookFinding {
  const { status, text } = breakages[breakage];
  return { status, reason: `${text} ${then}` };
}

/** How a subscription stands whose test event was lost. */
export const unprovedFinding = brokenFinding('unproved', 'The next test event shows whether events arrive.');

/** How a look ended: what it found, and whether the subscription must be made again; or why AccuLynx could not tell. */
export type Look =
  { readonly found: WebhookFinding; readonly breakage: Breakage | null } | { readonly unknown: string };

const broken = (breakage: Breakage): Look => ({
  found: brokenFinding(breakage, 'It is subscribed again automatically.'),
  breakage,
});
const found = (finding: WebhookFinding): Look => ({ found: finding, breakage: null });

/** Looks at a subscription, and sets its topics right where they differ. */
export async function checkSubscription(
  calls: AcculynxSubscriptions,
  { subscriptionId, address, settings }: ExpectedSubscription,
): Promise<Look> {
  const read = await calls.read(subscriptionId);
  if (read.outcome === 'refused') return found({ status: 'invalid', reason: failureText(read) });
  if (read.outcome !== 'ok') return { unknown: unreachableReason('AccuLynx', read) };
  if (!read.value) return broken('gone');
  if (!read.value.enabled) return broken('disabled');
  if (read.value.consumerUrl !== address) return broken('elsewhere');
  const topicNames = topicsOf(settings);
  if (!sameTopics(read.value.topicNames, topicNames)) {
    const updated = await calls.update(subscriptionId, topicNames);
    if (updated.outcome === 'ok' && updated.value === 'gone') return broken('gone');
    if (updated.outcome !== 'ok')
      return found({
        status: 'warning',
        reason: 'AccuLynx sends other events than are wanted. Save the connection to subscribe again.',
      });
  }
  return found(soundFinding(settings));
}
