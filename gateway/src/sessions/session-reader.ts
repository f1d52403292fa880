import { callerInLogs, withLogContext } from '@ridgeline/kit';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { SessionStore } from './session-store.ts';
import { rememberSignedIn } from './signed-in.ts';

/** The session's id out of the value of a session cookie, if one of the secrets signed it; as express-session writes it. */
function verifiedId(value: string, secrets: readonly string[]): string | null {
  if (!value.startsWith('s:')) return null;
  for (const secret of secrets) {
    const sessionId = unsign(value.slice(2), secret);
    if (sessionId !== false) return sessionId;
  }
  return null;
}

/** A copy that does not keep alive the much longer string that it was cut from, as V8's sliced strings do. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * The signed values of session cookies that verified. Only values that we signed are added, so that forged cookies neither
 * fill the cache nor evict others; nothing else of a `Cookie` header is kept.
 */
export class VerifiedIds {
  readonly #secrets: readonly string[];
  readonly #ids: LRUCache<string, string>;

  constructor(secrets: readonly string[], most = 20_000) {
    this.#secrets = secrets;
    this.#ids = new LRUCache({ max: most });
  }

  get size(): number {
    return this.#ids.size;
  }

  /** The session's id, or null for a value that we did not sign. */
  idOf(value: string): string | null {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    const verified = verifiedId(value, this.#secrets);
    if (verified === null) return null;
    const sessionId = copyOf(verified);
    this.#ids.set(copyOf(value), sessionId);
    return sessionId;
  }
}

/**
 * Reads each request's session. express-session creates and ends sessions. Reading needs none of its change detection (two
 * hashes of the session, and a delay of every answer), and a reader can never bring an ended session back.
 */
export function createSessionReader(
  store: Pick<SessionStore, 'findOne'>,
  { name, secrets }: { name: string; secrets: readonly string[] },
): RequestHandler {
  const verified = new VerifiedIds(secrets);
  return async (req, _res, next) => {
    const header = req.headers.cookie;
    const value = header === undefined ? undefined : parseCookie(header)[name];
    const sessionId = value === undefined ? null : verified.idOf(value);
    const read = sessionId === null ? null : await store.findOne(sessionId);
    rememberSignedIn(req, read && sessionId ? { sessionId, session: read.pointer, user: read.access } : null);
    withLogContext(callerInLogs(req), next);
  };
}
