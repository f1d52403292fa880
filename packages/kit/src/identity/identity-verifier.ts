import { OldestOutMap } from '../oldest-out-map.ts';
import { verifyIdentity, type Caller, type VerifiedIdentity } from './identity-token.ts';

const mostRemembered = 10_000;

/** Tells who a token speaks of; null when it is forged, expired or not ours. */
export type IdentityVerifier = (token: string) => Promise<Caller | null>;

/**
 * Verifies each token once and remembers it for as long as it is good: callers use one for half a minute, and verifying it
 * with every request costs a service more than anything else it does before its own work.
 */
export function createIdentityVerifier(key: string, now: () => number = Date.now): IdentityVerifier {
  const verified = new OldestOutMap<string, VerifiedIdentity>(mostRemembered);
  return async (token) => {
    const known = verified.get(token);
    if (known && now() < known.until) return known.caller;
    const identity = await verifyIdentity(key, token, now());
    if (identity) verified.set(token, identity);
    return identity?.caller ?? null;
  };
}
