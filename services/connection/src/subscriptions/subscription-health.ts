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

/** Any outcome except success. */
type Failed = Exclude<AcculynxOutcome<unknown>, { outcome: 'ok' }>;

/** Why a call about a subscription failed, in words and without a secret. */
export function failureText(failed: Failed): string {
  return failed.outcome === 'refused'
    ? refusalReason('AccuLynx', failed)
    : unreachableReason('AccuLynx', failed);
}

/** Whether AccuLynx may still have carried out the call: only a clear refusal rules that out. */
export const mayBeDone = (failed: Failed): boolean =>
  failed.outcome === 'unavailable' || (failed.outcome === 'rejected' && failed.problem.status < 400);

/** Whether AccuLynx refused: repeating the call changes nothing. */
const isRefusal = (failed: Failed): boolean =>
  failed.outcome === 'refused' || (failed.outcome === 'rejected' && failed.problem.status >= 400);

/** What the user should do. A key refused here was accepted a moment ago: it may read, but not subscribe. */
function advice(failed: Failed): string {
  if (!isRefusal(failed)) return 'please try again in a moment.';
  return failed.outcome === 'refused'
    ? 'use a key that may subscribe to webhooks, or switch auto-sync off.'
    : 'check the address for events, or switch auto-sync off.';
}

/** The error of a save that could not subscribe: its text names the webhook, from which the form knows the failed step. */
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

/** Why a subscription must be created again. `unproved`: a test event did not arrive. */
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

/** The breakage as a sentence. */
export const breakageText = (breakage: Breakage): string => breakages[breakage].text;

/** The finding for a broken subscription; `then` says what was done about it, or follows. */
export function brokenFinding(breakage: Breakage, then: string): WebhookFinding {
  const { status, text } = breakages[breakage];
  return { status, reason: `${text} ${then}` };
}

/** The finding for a subscription whose test event was lost. */
export const unprovedFinding = brokenFinding('unproved', 'The next test event shows whether events arrive.');

/**
 * The result of a check: its finding, and whether the subscription must be created again; or why AccuLynx could not answer.
 */
export type Look =
  | { readonly found: WebhookFinding; readonly breakage: Breakage | null }
  | { readonly unknown: string };

const broken = (breakage: Breakage): Look => ({
  found: brokenFinding(breakage, 'It is subscribed again automatically.'),
  breakage,
});
const found = (finding: WebhookFinding): Look => ({ found: finding, breakage: null });

/** Checks a subscription, and corrects its topics if they differ. */
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
