import { createAcculynxClient, type AcculynxClient } from '@ridgeline/acculynx';
import { createHubspotClient, rateLimitFacts, type HubspotClient } from '@ridgeline/hubspot';
import type { Registry } from '@ridgeline/kit/metrics';
import type { Budget, Governor } from '@ridgeline/redis';
import {
  acculynxBudgets,
  acculynxCheckBudget,
  acculynxSpacing,
  hubspotBudget,
  secretHash,
} from '@ridgeline/redis/budgets';
import { measureCalls } from './call-metrics.ts';
import { acculynxCheckPace, hubspotCheckPace } from './check-pace.ts';
import { governedCalls, type CallerParts, type GovernedCalls } from './governed-calls.ts';
import { acculynxPace, governedPace } from './governed-pace.ts';
import type { Pace } from './pace.ts';
import { backgroundPatience, interactivePatience, type Patience } from './patience.ts';

export interface GovernedVendorsOptions {
  readonly governor: Governor;
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** Names the address that AccuLynx sees, in every process behind it the same. */
  readonly egressAddress: string;
  /** Where calls are counted and measured; nowhere unless given. */
  readonly metrics?: Registry;
}

/** A vendor with one credential. Every call of the client is made through `calls`. */
export interface GovernedVendor<Client> {
  readonly client: Client;
  readonly calls: GovernedCalls;
}

/** Both vendors, for any credential. */
export interface GovernedVendors {
  acculynx(apiKey: string): GovernedVendor<AcculynxClient>;
  hubspot(token: string): GovernedVendor<HubspotClient>;
}

/** How one kind of caller goes about its calls. */
interface CallStyle extends CallerParts {
  readonly patience: Patience;
  readonly keyPace: (budgets: readonly Budget[]) => Pace;
  readonly tokenPace: (budget: Budget) => Pace;
}

/** The vendors for work in the background. What `caller` adds belongs to one piece of work. */
export function backgroundVendors(
  options: GovernedVendorsOptions,
  caller: CallerParts = {},
): GovernedVendors {
  const { governor, egressAddress } = options;
  return vendorsWith(options, {
    ...caller,
    patience: backgroundPatience,
    keyPace: (budgets) => acculynxPace(governor, budgets, [acculynxSpacing(egressAddress)]),
    tokenPace: (budget) => governedPace(governor, [budget]),
  });
}

/** The vendors for checks that a person waits for, of credentials that somebody typed or that are stored. */
export function checkVendors(options: GovernedVendorsOptions): GovernedVendors {
  const { governor, egressAddress } = options;
  const ours = { checks: acculynxCheckBudget(egressAddress), spacing: acculynxSpacing(egressAddress) };
  return vendorsWith(options, {
    patience: interactivePatience,
    keyPace: (budgets) => acculynxCheckPace(governor, budgets, ours),
    tokenPace: (budget) => hubspotCheckPace(governor, budget),
  });
}

function vendorsWith(
  { acculynxUrl, hubspotUrl, egressAddress, metrics }: GovernedVendorsOptions,
  { keyPace, tokenPace, ...style }: CallStyle,
): GovernedVendors {
  const { timeoutMs } = style.patience;
  const caller = { ...style, onCall: metrics && measureCalls(metrics) };
  return {
    acculynx(secret) {
      const pace = keyPace(acculynxBudgets(secretHash(secret), egressAddress));
      const calls = governedCalls({ ...caller, vendor: 'AccuLynx', pace });
      const client = createAcculynxClient({ baseUrl: acculynxUrl, secret, timeoutMs, hooks: calls.hooks });
      return { client, calls };
    },

    hubspot(secret) {
      const pace = tokenPace(hubspotBudget(secretHash(secret)));
      const limitIn = (headers: Headers): number | null => rateLimitFacts(headers).max;
      const calls = governedCalls({ ...caller, vendor: 'HubSpot', pace, limitIn });
      const client = createHubspotClient({ baseUrl: hubspotUrl, secret, timeoutMs, hooks: calls.hooks });
      return { client, calls };
    },
  };
}
