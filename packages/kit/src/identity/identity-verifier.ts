import { LRUCache } from 'lru-cache';
import { identityKeysOf, type IdentityKeySource } from './identity-keys.ts';
import {
  verifyIdentity,
  type Caller,
  type IdentityExpectation,
  type VerifiedIdentity,
} from './identity-token.ts';

const maxRemembered = 10_000;

/** Returns the caller that a token names; null when it cannot be trusted (see `verifyIdentity`). */
export type IdentityVerifier = (token: string) => Promise<Caller | null>;

/** What a service needs to verify identities. */
export interface IdentityVerifierOptions {
  readonly identityKey: IdentityKeySource;
  readonly audience: IdentityExpectation['audience'];
}

/**
 * Verifies each token once and caches the result while the token is valid and its key in force: callers use one for half a
 * minute, and verifying it with every request would cost a service more than anything else before its own work.
 */
export function createIdentityVerifier(
  { identityKey, audience }: IdentityVerifierOptions,
  now: () => number = Date.now,
): IdentityVerifier {
  const keys = identityKeysOf(identityKey);
  const verified = new LRUCache<string, VerifiedIdentity>({ max: maxRemembered });
  return async (token) => {
    const known = verified.get(token);
    if (known && now() < known.until && keys.secretOf(known.keyId) !== null) return known.caller;
    const identity = await verifyIdentity({ keys, audience }, token, now());
    if (identity === 'late') return { kind: 'late' };
    if (identity) verified.set(token, identity);
    return identity?.caller ?? null;
  };
}
