import { createHash } from 'node:crypto';
import type { Budget } from '@ridgeline/redis';

/** A short name for a secret, from which the secret cannot be found again. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 22);
}

/**
 * AccuLynx' two limits: 10 calls a second for each API key and 30 for each address they come from; over the second one
 * the address is shut out for half a minute to minutes (docs/vendors/acculynx.md, 2).
 * `egressAddress` names the address that all replicas behind one NAT share.
 */
export function acculynxBudgets(
  apiKeyHash: string,
  egressAddress: string,
  { perKey = 10, perAddress = 30 }: { perKey?: number; perAddress?: number } = {},
): readonly [perKey: Budget, perAddress: Budget] {
  return [
    { key: `acculynx:key:${apiKeyHash}`, limit: perKey, windowMs: 1_000 },
    { key: `acculynx:address:${egressAddress}`, limit: perAddress, windowMs: 1_000, banMs: 30_000 },
  ];
}

/**
 * Spreads the calls of one address over the second: thirty that start together arrive spread out by their connections,
 * and the last of them meet the first of the next thirty at AccuLynx. To be acquired with the two limits. A fifth of the limit
 * in a quarter of a second: of calls that the network delays by up to a quarter of a second, so that they arrive together, AccuLynx
 * still counts no more than its limit.
 */
export function acculynxSpacing(egressAddress: string): Budget {
  return { key: `acculynx:spacing:${egressAddress}`, limit: 6, windowMs: 250, isOwnPace: true };
}

/**
 * The share of the address' limit that checks of typed credentials have, beside it: made-up keys, however
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
