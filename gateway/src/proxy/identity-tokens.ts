import {
  identityKeysOf,
  signUserIdentity,
  type IdentityAudience,
  type IdentityKeySource,
} from '@ridgeline/kit';
import { LRUCache } from 'lru-cache';
import type { SignedIn } from '../sessions/signed-in.ts';

/** Signed identities for services. */
export interface IdentityTokens {
  /** Valid for one service only. */
  of(who: SignedIn, audience: IdentityAudience): Promise<string>;
}

/** Half of a token's lifetime, so that a reused token is still valid when a slow request arrives. */
const reuseMs = 30_000;
const maxTokens = 20_000;

interface KeptToken {
  readonly token: Promise<string>;
  readonly version: number;
  readonly keyId: string;
  readonly until: number;
}

/**
 * Signs one token per session, service and half minute: otherwise, polling pages would need one for every call. When the
 * user's access record or the signing key changes, the next call gets a new token.
 */
export function createIdentityTokens(
  identityKey: IdentityKeySource,
  now: () => number = Date.now,
): IdentityTokens {
  const keys = identityKeysOf(identityKey);
  const kept = new LRUCache<string, KeptToken>({ max: maxTokens });
  return {
    of: ({ sessionId, user }, audience) => {
      const { id: keyId } = keys.signing;
      const place = `${audience} ${sessionId}`;
      const found = kept.get(place);
      if (found?.version === user.version && found.keyId === keyId && now() < found.until) return found.token;
      const { userId, companyId, administrator, email, version } = user;
      const token = signUserIdentity(keys, { userId, companyId, administrator, email }, audience);
      kept.set(place, { token, version, keyId, until: now() + reuseMs });
      return token;
    },
  };
}
