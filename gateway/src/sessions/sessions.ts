import { promisify } from 'node:util';
import type { AccessRecord, SessionGrant } from '@ridgeline/contracts/internal';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { LRUCache } from 'lru-cache';
import {
  newPointer,
  newSessionId,
  secondsToKeep,
  sessionKeyPrefix,
  type SessionRedis,
} from './session-pointer.ts';
import { createSessionReader } from './session-reader.ts';
import { SessionStore } from './session-store.ts';
import { signedIn } from './signed-in.ts';

/** The sessions of signed-in people, kept in Redis. */
export interface Sessions {
  /** Identifies who makes the request; throws `server.unavailable` while Redis is unavailable. */
  readonly reader: RequestHandler;
  /** For the calls that make and end sessions, behind the reader. */
  readonly middleware: RequestHandler;
  /** Counts the request as use of its session, which delays the idle timeout. */
  readonly prolong: RequestHandler;
  /** Starts a session under a new id; the previous one, if any, ends (session fixation). Returns the id that ended. */
  signIn(req: Request, grant: SessionGrant, options: { remembered: boolean }): Promise<string | null>;
  /** Ends the session everywhere and clears the cookie. Returns the id that ended, or null. */
  signOut(req: Request, res: Response): Promise<string | null>;
  /** What the users of these sessions may do now; a session that is over is left out. */
  accessOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, AccessRecord>>;
  /** Called for each key that was read and has changed since; null means that any may have. */
  keyChanged(key: string | null): void;
}

/** How sessions are kept. */
export interface SessionOptions {
  readonly redis: SessionRedis;
  /** The first signs cookies, all verify. */
  readonly secrets: readonly string[];
  /** Whether people come by https: the cookie is then bound to this host and to secure connections. */
  readonly secure: boolean;
  readonly now?: () => number;
}

/** How often one process writes that a session is used: each write costs as much as reading the session. */
const prolongEveryMs = 60_000;
const maxProlonged = 50_000;

/** The cookie's name: with TLS the `__Host-` prefix makes browsers refuse it from subdomains and without Secure. */
function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-ridgeline.sid' : 'ridgeline.sid';
}

/** Records the use of sessions, each at most once a minute. Ended sessions stay ended, and no request waits for it. */
function prolongSessions(redis: SessionRedis, now: () => number): RequestHandler {
  const due = new LRUCache<string, number>({ max: maxProlonged });
  return (req, _res, next) => {
    const who = signedIn(req);
    if (who && now() >= (due.get(who.sessionId) ?? 0)) {
      due.set(who.sessionId, now() + prolongEveryMs);
      const seconds = secondsToKeep(who.session, now());
      // If Redis has just become unavailable, a request in the next minute does it; until then requests fail anyway.
      if (seconds > 0) redis.expire(sessionKeyPrefix + who.sessionId, seconds).catch(() => undefined);
    }
    next();
  };
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The user for whom the request creates a session. */
    sessionOwner?: number;
  }
}

/** Sessions over express-session and connect-redis. */
export function createSessions({ redis, secrets, secure, now = Date.now }: SessionOptions): Sessions {
  const name = sessionCookieName(secure);
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } satisfies CookieOptions;
  const store = new SessionStore(redis, now);
  const middleware = session({
    name,
    cookie,
    secret: [...secrets],
    store,
    genid: (req) => newSessionId(req.sessionOwner),
    resave: false,
    saveUninitialized: false,
    rolling: false,
  });

  return {
    reader: createSessionReader(store, { name, secrets }),
    middleware,
    prolong: prolongSessions(redis, now),
    keyChanged: (key) => store.keyChanged(key),

    signIn: async (req, { user, sessionEpoch }, { remembered }) => {
      const before = signedIn(req);
      const pointer = newPointer({ userId: user.id, sessionEpoch, remembered }, now());
      req.sessionOwner = user.id;
      await promisify(req.session.regenerate.bind(req.session))();
      req.session.pointer = pointer;
      // Without 'Remember me', the cookie ends with the browser.
      if (remembered) req.session.cookie.maxAge = pointer.expiresAt - now();
      await promisify(req.session.save.bind(req.session))();
      return before?.sessionId ?? null;
    },

    signOut: async (req, res) => {
      const who = signedIn(req);
      await promisify(req.session.destroy.bind(req.session))();
      res.clearCookie(name, cookie);
      return who?.sessionId ?? null;
    },

    accessOf: async (sessionIds) => {
      const found = await store.find(sessionIds);
      return new Map([...found].map(([id, { access }]) => [id, access]));
    },
  };
}
