import { createAcculynxClient, type AcculynxClient } from '@ridgeline/acculynx';
import { createHubspotClient, rateLimitFacts, type HubspotClient } from '@ridgeline/hubspot';
import type { Logger } from '@ridgeline/kit';
import { acculynxBudgets, hubspotBudget, secretHash, type Budget, type Governor } from '@ridgeline/redis';
import { retryAfterMs, type CallHooks } from '@ridgeline/vendor-http';

/** Clients for credentials that somebody typed or that are stored. */
export interface VendorClients {
  acculynx(apiKey: string): AcculynxClient;
  hubspot(token: string): HubspotClient;
}

export interface VendorClientOptions {
  readonly acculynxUrl: string;
  readonly hubspotUrl: string;
  /** Names the address that AccuLynx sees, in every process behind it the same. */
  readonly egressAddress: string;
  readonly governor: Governor;
  readonly logger: Logger;
}

/** How long all must keep away after a 429 that does not say (vendors/acculynx.md, 2; vendors/hubspot.md, 6). */
const silentLimitMs = { acculynx: 30_000, hubspot: 1_000 } as const;

/** A person waits: a single call may not take up the time in which another attempt could succeed. */
const callTimeoutMs = 5_000;

/** Makes clients whose calls count against the limits that all replicas share. */
export function vendorClients(options: VendorClientOptions): VendorClients {
  const { acculynxUrl, hubspotUrl, egressAddress, governor, logger } = options;

  const tell = (news: Promise<void>): void => {
    news.catch((error: unknown) => logger.warn({ err: error }, 'The rate governor could not be told'));
  };
  const paced = (
    budgets: readonly Budget[],
    afterCall: (status: number | null, headers: Headers | null) => void,
  ): CallHooks => ({
    beforeCall: ({ signal }) => governor.acquire(budgets, signal ? { signal } : {}),
    afterCall: (_, { status, headers }) => afterCall(status, headers),
  });
  const holdAll = (budget: Budget | undefined, headers: Headers | null, silentMs: number): void => {
    const ms = (headers && retryAfterMs(headers)) ?? silentMs;
    if (budget) tell(governor.block(budget.key, ms));
  };

  return {
    acculynx(apiKey) {
      const budgets = acculynxBudgets(secretHash(apiKey), egressAddress);
      const hooks = paced(budgets, (status, headers) => {
        if (status === 429) holdAll(budgets[0], headers, silentLimitMs.acculynx);
      });
      return createAcculynxClient({ baseUrl: acculynxUrl, secret: apiKey, timeoutMs: callTimeoutMs, hooks });
    },

    hubspot(token) {
      const budget = hubspotBudget(secretHash(token));
      const hooks = paced([budget], (status, headers) => {
        if (status === 429) holdAll(budget, headers, silentLimitMs.hubspot);
        const limit = headers && rateLimitFacts(headers).max;
        if (limit) tell(governor.learnLimit(budget.key, limit));
      });
      return createHubspotClient({ baseUrl: hubspotUrl, secret: token, timeoutMs: callTimeoutMs, hooks });
    },
  };
}
