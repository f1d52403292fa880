import { createAcculynxClient, type AcculynxClient } from '@ridgeline/acculynx';
import { createHubspotClient, rateLimitFacts, type HubspotClient } from '@ridgeline/hubspot';
import type { Logger } from '@ridgeline/kit';
import {
  acculynxBudgets,
  acculynxCheckBudget,
  acculynxSpacing,
  hubspotBudget,
  secretHash,
  type Budget,
  type Governor,
} from '@ridgeline/redis';
import { retryAfterMs, type CallHooks, type CallReport } from '@ridgeline/vendor-http';

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

/** How long all must keep away after a 429 of HubSpot that does not say (vendors/hubspot.md, 6). */
const silentLimitMs = 1_000;

/**
 * How long checks of all keys pause after a 429 to one of them. It may have been meant for the address, which new keys
 * would only ask again; but no longer, for it may have been that key's alone, and others wait for their checks.
 */
const checksHeldMs = 2_000;

/** A person waits: a single call may not take up the time in which another attempt could succeed. */
const callTimeoutMs = 5_000;

/** Makes clients whose calls count against the limits that all replicas share. */
export function vendorClients(options: VendorClientOptions): VendorClients {
  const { acculynxUrl, hubspotUrl, egressAddress, governor, logger } = options;

  const tell = (news: Promise<void>): void => {
    news.catch((error: unknown) => logger.warn({ err: error }, 'The rate governor could not be told'));
  };
  const paced = (budgets: readonly Budget[], afterCall: (report: CallReport) => void): CallHooks => ({
    beforeCall: ({ signal }) => governor.acquire(budgets, signal ? { signal } : {}),
    afterCall: (_, report) => afterCall(report),
  });
  const checks = acculynxCheckBudget(egressAddress);
  const spacing = acculynxSpacing(egressAddress);

  return {
    acculynx(apiKey) {
      const budgets = acculynxBudgets(secretHash(apiKey), egressAddress);
      const [perKey, ...perAddress] = budgets;
      const hooks = paced([perKey, checks, ...perAddress, spacing], ({ status, headers, durationMs }) => {
        if (!headers || status === null || status >= 500) return;
        if (status !== 429) {
          tell(governor.answered(budgets, { durationMs }));
          return;
        }
        tell(governor.limited(budgets, { retryAfterMs: retryAfterMs(headers), durationMs }));
        tell(governor.block(checks.key, checksHeldMs));
      });
      return createAcculynxClient({ baseUrl: acculynxUrl, secret: apiKey, timeoutMs: callTimeoutMs, hooks });
    },

    hubspot(token) {
      const budget = hubspotBudget(secretHash(token));
      const hooks = paced([budget], ({ status, headers }) => {
        if (status === 429)
          tell(governor.block(budget.key, (headers && retryAfterMs(headers)) ?? silentLimitMs));
        const limit = headers && rateLimitFacts(headers).max;
        if (limit) tell(governor.learnLimit(budget.key, limit));
      });
      return createHubspotClient({ baseUrl: hubspotUrl, secret: token, timeoutMs: callTimeoutMs, hooks });
    },
  };
}
