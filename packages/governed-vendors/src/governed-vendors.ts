import { createAcculynxClient, type AcculynxClient } from '@ridgeline/acculynx';
import { createHubspotClient, type HubspotClient } from '@ridgeline/hubspot';
import type { Registry } from '@ridgeline/kit/metrics';
import type { Budget, Governor, Priority } from '@ridgeline/redis';
import { measureCalls } from './call-metrics.ts';
import {
  backgroundProfile,
  governedVendor,
  interactiveProfile,
  type CallerParts,
  type GovernedVendor,
  type RetryProfile,
} from './governed-vendor.ts';
import {
  checkedKeyLimiter,
  checkedTokenLimiter,
  keyLimiter,
  tokenLimiter,
  type KeyBudgets,
  type RateLimiter,
} from './rate-limiter.ts';
import {
  acculynxBudgets,
  acculynxCheckBudget,
  acculynxSpacing,
  hubspotBudget,
  secretHash,
} from './vendor-budgets.ts';

export interface GovernedVendorsOptions {
  readonly governor: Governor;
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** Names the address that AccuLynx sees; the same in every process behind it. */
  readonly egressAddress: string;
  /** Where calls are counted and measured; nowhere unless given. */
  readonly metrics?: Registry;
}

/** Both vendors, for any credential. */
export interface GovernedVendors {
  acculynx(apiKey: string): GovernedVendor<AcculynxClient>;
  hubspot(token: string): GovernedVendor<HubspotClient>;
}

/** How one kind of caller makes its calls. */
interface CallStyle extends CallerParts {
  readonly profile: RetryProfile;
  readonly ofKey: (budgets: KeyBudgets) => RateLimiter;
  readonly ofToken: (budget: Budget) => RateLimiter;
}

/** The vendors for work that no user waits for. What `caller` adds belongs to one piece of work. */
export function backgroundVendors(
  options: GovernedVendorsOptions,
  priority: Exclude<Priority, 'people'>,
  caller: CallerParts = {},
): GovernedVendors {
  const { governor } = options;
  return vendorsWith(options, {
    ...caller,
    profile: backgroundProfile,
    ofKey: (budgets) => keyLimiter(governor, priority, budgets),
    ofToken: (budget) => tokenLimiter(governor, priority, budget),
  });
}

/** The vendors for checks that a person waits for, of credentials that a user typed or that are stored. */
export function checkVendors(options: GovernedVendorsOptions): GovernedVendors {
  const { governor, egressAddress } = options;
  return vendorsWith(options, {
    profile: interactiveProfile,
    ofKey: (budgets) => checkedKeyLimiter(governor, budgets, acculynxCheckBudget(egressAddress)),
    ofToken: (budget) => checkedTokenLimiter(governor, budget),
  });
}

/**
 * Keeps sync's share of both vendors' limits free for a minute, as each of its calls does. To be called when sync is about
 * to begin, so that its first calls find room.
 */
export async function announceSync(
  { governor, egressAddress }: Pick<GovernedVendorsOptions, 'governor' | 'egressAddress'>,
  { acculynxApiKey, hubspotPat }: { readonly acculynxApiKey: string; readonly hubspotPat: string },
): Promise<void> {
  const ofKey = acculynxBudgets(secretHash(acculynxApiKey), egressAddress);
  await governor.announceSync([...ofKey, hubspotBudget(secretHash(hubspotPat))]);
}

function vendorsWith(
  { acculynxUrl, hubspotUrl, egressAddress, metrics }: GovernedVendorsOptions,
  { ofKey, ofToken, ...style }: CallStyle,
): GovernedVendors {
  const caller = { ...style, onCall: metrics && measureCalls(metrics) };
  return {
    acculynx: (secret) =>
      governedVendor({
        ...caller,
        vendor: 'AccuLynx',
        limiter: ofKey({
          ofVendor: acculynxBudgets(secretHash(secret), egressAddress),
          ours: [acculynxSpacing(egressAddress)],
        }),
        open: (transport) => createAcculynxClient({ baseUrl: acculynxUrl, secret, ...transport }),
      }),

    hubspot: (secret) =>
      governedVendor({
        ...caller,
        vendor: 'HubSpot',
        limiter: ofToken(hubspotBudget(secretHash(secret))),
        open: (transport) => createHubspotClient({ baseUrl: hubspotUrl, secret, ...transport }),
      }),
  };
}
