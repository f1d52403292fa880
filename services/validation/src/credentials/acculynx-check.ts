import type { AcculynxClient } from '@ridgeline/acculynx';
import { reading, refusalReason, unreachableReason, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { CredentialCheck } from './credential-problem.ts';

/**
 * Tries an AccuLynx key on the company's settings, which also show whose key it is (docs/vendors/acculynx.md, 1.1). Throws
 * the signal's reason when aborted.
 */
export async function checkAcculynx(
  acculynx: GovernedVendor<Pick<AcculynxClient, 'companySettings'>>,
  signal: AbortSignal,
): Promise<CredentialCheck['acculynx']> {
  const outcome = await acculynx.attempt(reading(signal), (client, until) => client.companySettings(until));
  if (outcome.outcome === 'ok') {
    const { companyId, companyName, timezone, baseUtcOffset, adjustedUtcOffset } = outcome.value;
    return {
      verdict: 'valid',
      facts: { companyId, companyName, timezone, baseUtcOffset, adjustedUtcOffset },
    };
  }
  if (outcome.outcome === 'refused')
    return { verdict: 'refused', reason: refusalReason('AccuLynx', outcome) };
  return { verdict: 'unreachable', reason: unreachableReason('AccuLynx', outcome) };
}
