import type { VendorCredentials } from '@ridgeline/contracts';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import type { GovernedVendors, Vendor } from '@ridgeline/governed-vendors';
import { checkAcculynx } from './acculynx-check.ts';
import type { CheckMetrics } from './credential-check-metrics.ts';
import { checkHubspot } from './hubspot-check.ts';

/** Tries credentials at both vendors. */
export type CredentialChecker = (credentials: VendorCredentials) => Promise<CredentialCheck>;

/** What a check works with. */
export interface CredentialCheckerParts {
  readonly vendors: GovernedVendors;
  readonly metrics: CheckMetrics;
  /** How long each vendor has, waiting for its limits and all attempts included. */
  readonly timeLimitMs?: number;
}

/** Tries credentials at both vendors side by side. It never throws for a vendor's fault: that is a verdict. */
export function credentialChecker(parts: CredentialCheckerParts): CredentialChecker {
  const { vendors, metrics, timeLimitMs = 8_000 } = parts;

  const inTime = async <Verdict>(
    vendor: Vendor,
    check: (signal: AbortSignal) => Promise<Verdict>,
  ): Promise<Verdict | Unreachable> => {
    const deadline = AbortSignal.timeout(timeLimitMs);
    try {
      return await check(deadline);
    } catch (error) {
      if (!deadline.aborted) throw error;
      return { verdict: 'unreachable', reason: `${vendor} did not answer in time` };
    }
  };

  return async ({ acculynxApiKey, hubspotPat }) => {
    const [acculynx, hubspot] = await Promise.all([
      inTime('AccuLynx', (signal) => checkAcculynx(vendors.acculynx(acculynxApiKey), signal)),
      inTime('HubSpot', (signal) => checkHubspot(vendors.hubspot(hubspotPat), signal)),
    ]);
    metrics.checked('acculynx', acculynx.verdict);
    metrics.checked('hubspot', hubspot.verdict);
    return { acculynx, hubspot };
  };
}

interface Unreachable {
  readonly verdict: 'unreachable';
  readonly reason: string;
}
