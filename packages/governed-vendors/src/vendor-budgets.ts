import { createHash } from 'node:crypto';
import { keptWindowMs, type Budget } from '@ridgeline/redis';

/** A short name for a secret, from which the secret cannot be recovered. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 22);
}

/**
 * AccuLynx' two limits: 10 calls a second for each API key and 30 for each address they come from; exceeding the second one
 * shuts the address out for half a minute to minutes (docs/vendors/acculynx.md, 2). `egressAddress` names the address that
 * all replicas behind one NAT share.
 */
export function acculynxBudgets(
  apiKeyHash: string,
  egressAddress: string,
): readonly [perKey: Budget, perAddress: Budget] {
  return [{ key: `acculynx:key:${apiKeyHash}`, limit: 10, windowMs: 1_000 }, addressBudget(egressAddress)];
}

const addressBudget = (egressAddress: string): Budget => ({
  key: `acculynx:address:${egressAddress}`,
  limit: 30,
  windowMs: 1_000,
  banMs: 30_000,
});

/** The number of parts into which an address' window and limit are divided. */
const spacingParts = 5;

/**
 * Spreads the calls of one address over the second: thirty that start together arrive spread out by their connections, and
 * the last of them would meet the first of the next thirty at AccuLynx. To be acquired with the two limits. Each part has
 * the same share of the limit and of the kept window: in a shorter part calls would bunch, and a longer one would leave
 * some of the limit unused.
 */
export function acculynxSpacing(egressAddress: string): Budget {
  const address = addressBudget(egressAddress);
  return {
    key: `acculynx:spacing:${egressAddress}`,
    limit: address.limit / spacingParts,
    windowMs: keptWindowMs(address) / spacingParts,
    isOwnPace: true,
  };
}

/**
 * The share of the address' limit for checks of typed credentials, separate from its other calls: made-up keys, however
 * many, leave five sixths of the address to the runs.
 */
export function acculynxCheckBudget(egressAddress: string, limit = 5): Budget {
  return { key: `acculynx:checks:${egressAddress}`, limit, windowMs: 1_000, isOwnPace: true };
}

/**
 * HubSpot's rolling ten-second window of one token. It starts at the lowest plan's 100; the first answer's
 * `X-HubSpot-RateLimit-Max`, handed to `learnLimit`, says what the portal's plan allows (docs/vendors/hubspot.md, 6).
 */
export function hubspotBudget(tokenHash: string, limit = 100): Budget {
  return { key: `hubspot:token:${tokenHash}`, limit, windowMs: 10_000 };
}
