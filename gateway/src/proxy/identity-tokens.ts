import { signUserIdentity } from '@ridgeline/kit';
import type { SignedIn } from '../sessions/sessions.ts';

/** Signed identities for services. */
export interface IdentityTokens {
  of(who: SignedIn): Promise<string>;
}

/** Half of a token's life, so that each one is still good when a slow request arrives with it. */
const reuseMs = 30_000;
const mostTokens = 10_000;

/** Signs one token per session and half minute: polling pages would otherwise have one signed for every call. */
export function createIdentityTokens(identityKey: string, now: () => number = Date.now): IdentityTokens {
  const kept = new Map<string, { token: Promise<string>; until: number }>();
  return {
    of: ({ sessionId, user }) => {
      const found = kept.get(sessionId);
      if (found && now() < found.until) return found.token;
      kept.delete(sessionId);
      const token = signUserIdentity(identityKey, user);
      kept.set(sessionId, { token, until: now() + reuseMs });
      // Maps keep their order of insertion, so the first key is the oldest token.
      const [oldest] = kept.keys();
      if (kept.size > mostTokens && oldest !== undefined) kept.delete(oldest);
      return token;
    },
  };
}
