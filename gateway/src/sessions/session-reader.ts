import { OldestOutMap } from '@ridgeline/kit';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import type { RequestHandler } from 'express';
import type { SessionStore } from './session-store.ts';
import { rememberSignedIn } from './signed-in.ts';

const mostVerified = 20_000;

/** The session's id out of a `Cookie` header, if one of the secrets signed it; as express-session writes it. */
function signedSessionId(header: string, name: string, secrets: readonly string[]): string | null {
  const value = parseCookie(header)[name];
  if (!value?.startsWith('s:')) return null;
  for (const secret of secrets) {
    const sessionId = unsign(value.slice(2), secret);
    if (sessionId !== false) return sessionId;
  }
  return null;
}

/**
 * Reads each request's session. express-session makes and ends sessions; reading needs none of its care for changes
 * (two hashes of the session and a hold on every answer), and what only reads can never bring a session back.
 */
export function createSessionReader(
  store: Pick<SessionStore, 'findOne'>,
  { name, secrets }: { name: string; secrets: readonly string[] },
): RequestHandler {
  // The same bytes always verify alike, and a browser sends the same ones with every request.
  const verified = new OldestOutMap<string, string>(mostVerified);
  const sessionIdOf = (header: string): string | null => {
    const known = verified.get(header);
    if (known !== undefined) return known;
    const sessionId = signedSessionId(header, name, secrets);
    if (sessionId !== null) verified.set(header, sessionId);
    return sessionId;
  };

  return async (req, _res, next) => {
    const header = req.headers.cookie;
    const sessionId = header === undefined ? null : sessionIdOf(header);
    const read = sessionId === null ? null : await store.findOne(sessionId);
    rememberSignedIn(req, read && sessionId ? { sessionId, session: read.pointer, user: read.access } : null);
    next();
  };
}
