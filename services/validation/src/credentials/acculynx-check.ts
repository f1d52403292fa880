import type { AcculynxClient } from '@ridgeline/acculynx';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import { interactiveRetry } from '@ridgeline/kit';
import { withRetries } from '@ridgeline/vendor-http';
import { unreachableReason } from '../vendors/unreachable-reason.ts';

type Verdict = CredentialCheck['acculynx'];

/**
 * Tries an AccuLynx key on the company's settings, which also tell whose key it is (vendors/acculynx.md, 1.1). Throws
 * the signal's reason when aborted.
 */
export async function checkAcculynx(
  client: Pick<AcculynxClient, 'companySettings'>,
  signal: AbortSignal,
): Promise<Verdict> {
  const outcome = await withRetries(interactiveRetry, () => client.companySettings(signal), { signal });
  if (outcome.outcome === 'ok') return { verdict: 'valid', facts: outcome.value };
  if (outcome.outcome === 'refused')
    return { verdict: 'refused', reason: `AccuLynx refused the key (HTTP ${outcome.status})` };
  return { verdict: 'unreachable', reason: unreachableReason('AccuLynx', outcome) };
}
