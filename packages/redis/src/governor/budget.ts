import { createHash } from 'node:crypto';

/** A limit that a vendor sets: at most `limit` calls may start within any `windowMs`. */
export interface Budget {
  /** What the limit counts for; the same text in every process that shares it. Never a secret itself. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** A short name for a secret, from which the secret cannot be found again. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 22);
}

/**
 * AccuLynx' two limits: 10 calls a second for each API key and 30 for each address they come from; over the second one
 * the address is shut out for half a minute to minutes (vendors/acculynx.md, section 2).
 * `egressAddress` names the address that all replicas behind one NAT share.
 */
export function acculynxBudgets(
  apiKeyHash: string,
  egressAddress: string,
  { perKey = 10, perAddress = 30 }: { perKey?: number; perAddress?: number } = {},
): readonly Budget[] {
  return [
    { key: `acculynx:key:${apiKeyHash}`, limit: perKey, windowMs: 1_000 },
    { key: `acculynx:address:${egressAddress}`, limit: perAddress, windowMs: 1_000 },
  ];
}

/**
 * HubSpot's rolling ten-second window of one token. It starts at the lowest plan's 100; the first answer's
 * `X-HubSpot-RateLimit-Max`, handed to `learnLimit`, says what the portal's plan allows (vendors/hubspot.md, section 6).
 */
export function hubspotBudget(tokenHash: string, limit = 100): Budget {
  return { key: `hubspot:token:${tokenHash}`, limit, windowMs: 10_000 };
}
