import type { AcculynxClient } from '@ridgeline/acculynx';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import { reading, refusalReason, unreachableReason, type GovernedVendor } from '@ridgeline/governed-vendors';

type Verdict = CredentialCheck['acculynx'];

/**
 * Tries an AccuLynx key on the company's settings, which also tell whose key it is (vendors/acculynx.md, 1.1). Throws
 * the signal's reason when aborted.
 */
export async function checkAcculynx(
  { client, calls }: GovernedVendor<Pick<AcculynxClient, 'companySettings'>>,
  signal: AbortSignal,
): Promise<Verdict> {
  const outcome = await calls.attempt(reading(signal), (until) => client.companySettings(until));
  if (outcome.outcome === 'ok') return { verdict: 'valid', facts: outcome.value };
  if (outcome.outcome === 'refused')
    return { verdict: 'refused', reason: refusalReason('AccuLynx', outcome) };
  return { verdict: 'unreachable', reason: unreachableReason('AccuLynx', outcome) };
}
