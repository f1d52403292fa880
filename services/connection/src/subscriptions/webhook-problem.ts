import type { AcculynxOutcome } from '@ridgeline/acculynx';
import { refusalReason, unreachableReason } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';

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
