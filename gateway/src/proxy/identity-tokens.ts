import { OldestOutMap, signUserIdentity } from '@ridgeline/kit';
import type { SignedIn } from '../sessions/signed-in.ts';

/** Signed identities for services. */
export interface IdentityTokens {
  of(who: SignedIn): Promise<string>;
}

/** Half of a token's life, so that each one is still good when a slow request arrives with it. */
const reuseMs = 30_000;
const mostTokens = 10_000;

/**
 * Signs one token per session and half minute: polling pages would otherwise have one signed for every call. When the
 * user's access record changes, then the next call has a token that says so.
 */
export function createIdentityTokens(identityKey: string, now: () => number = Date.now): IdentityTokens {
  const kept = new OldestOutMap<string, { token: Promise<string>; version: number; until: number }>(
    mostTokens,
  );
  return {
    of: ({ sessionId, user }) => {
      const found = kept.get(sessionId);
      if (found?.version === user.version && now() < found.until) return found.token;
      const { userId, companyId, administrator, version } = user;
      const token = signUserIdentity(identityKey, { userId, companyId, administrator });
      kept.set(sessionId, { token, version, until: now() + reuseMs });
      return token;
    },
  };
}
