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

/** The error of a save that could not subscribe: its text names the webhook, by which the form knows the step. */
export function webhookProblem(failed: Failed): AppError {
  return new AppError('connection.webhook_failed', {
    text: `Webhook error: ${failureText(failed)}. Nothing was saved; please try again in a moment.`,
  });
}
