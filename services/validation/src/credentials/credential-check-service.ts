import type { VendorCredentials } from '@ridgeline/contracts';
import { lateReason, type GovernedVendors, type Vendor } from '@ridgeline/governed-vendors';
import { checkAcculynx } from './acculynx-check.ts';
import type { CredentialCheck } from './credential-problem.ts';
import type { CheckMetrics } from './credential-check-metrics.ts';
import { checkHubspot } from './hubspot-check.ts';

/**
 * Tries credentials at both vendors, concurrently and independently. Never throws for a vendor's fault: that is a verdict.
 */
export type CredentialChecker = (credentials: VendorCredentials) => {
  readonly [Side in keyof CredentialCheck]: Promise<CredentialCheck[Side]>;
};

/** Dependencies of a check. */
export interface CredentialCheckerParts {
  readonly vendors: GovernedVendors;
  readonly metrics: CheckMetrics;
  /** The time limit per vendor, including retries and waiting for its limits. */
  readonly timeLimitMs?: number;
}

/** The check of credentials, typed or stored. */
export function credentialChecker(parts: CredentialCheckerParts): CredentialChecker {
  const { vendors, metrics, timeLimitMs = 8_000 } = parts;

  const inTime = async <Found>(
    vendor: Vendor,
    check: (signal: AbortSignal) => Promise<Found>,
  ): Promise<Found | Unreachable> => {
    const deadline = AbortSignal.timeout(timeLimitMs);
    try {
      return await check(deadline);
    } catch (error) {
      if (!deadline.aborted) throw error;
      return {
        verdict: 'unreachable',
        reason: lateReason(vendor),
      };
    }
  };
  const counted = async <Side extends keyof CredentialCheck>(
    side: Side,
    check: Promise<CredentialCheck[Side]>,
  ): Promise<CredentialCheck[Side]> => {
    const found = await check;
    metrics.checked(side, found.verdict);
    return found;
  };

  return ({ acculynxApiKey, hubspotPat }) => {
    const acculynx = inTime('AccuLynx', (signal) => checkAcculynx(vendors.acculynx(acculynxApiKey), signal));
    const hubspot = inTime('HubSpot', (signal) => checkHubspot(vendors.hubspot(hubspotPat), signal));
    return { acculynx: counted('acculynx', acculynx), hubspot: counted('hubspot', hubspot) };
  };
}

/** Waits for both vendors' verdicts. */
export async function checkBoth(
  check: CredentialChecker,
  credentials: VendorCredentials,
): Promise<CredentialCheck> {
  const asked = check(credentials);
  const [acculynx, hubspot] = await Promise.all([asked.acculynx, asked.hubspot]);
  return { acculynx, hubspot };
}

interface Unreachable {
  readonly verdict: 'unreachable';
  readonly reason: string;
}
