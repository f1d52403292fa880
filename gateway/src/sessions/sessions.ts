import { promisify } from 'node:util';
import { AppError, type UserIdentity } from '@ridgeline/kit';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session, { type Session } from 'express-session';
import type { SessionRedis } from './session-redis.ts';
import { sessionKeyPrefix, SessionStore } from './session-store.ts';

declare module 'express-session' {
  interface SessionData {
    user?: UserIdentity;
    /** Epoch milliseconds after which the session is over, however much it was used. */
    expiresAt?: number;
  }
}

const hourMs = 3_600_000;
/** How long somebody stays signed in. */
const sessionLifetimeMs = { usual: 12 * hourMs, remembered: 30 * 24 * hourMs } as const;

/** Who is signed in with which session. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: UserIdentity;
}

/** The sessions of signed-in people, kept in Redis. */
export interface Sessions {
  /** Reads the request's session; Redis away answers `server.unavailable`. */
  readonly middleware: RequestHandler;
  /** Starts a session under a new id; the one before, if any, is over (session fixation). */
  signIn(req: Request, user: UserIdentity, options: { rememberMe: boolean }): Promise<void>;
  /** Ends the session everywhere and takes the cookie back. Answers the id that is over, or null. */
  signOut(req: Request, res: Response): Promise<string | null>;
  /** Which of these sessions still exist. */
  alive(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The signed-in person of a request, or null for a visitor. */
function signedIn(req: Request): SignedIn | null {
  // express-session goes on without a session when its store is away; that must never pass for a visitor.
  const current = req.session as Session | undefined;
  if (!current) throw new AppError('server.unavailable', { details: { dependency: 'redis' } });
  const { user } = req.session;
  return user ? { sessionId: req.sessionID, user } : null;
}

/** The signed-in person of a request; `session.missing` for a visitor. */
export function requireSignedIn(req: Request): SignedIn {
  const who = signedIn(req);
  if (!who) throw new AppError('session.missing');
  return who;
}

/** How sessions are kept. */
export interface SessionOptions {
  readonly redis: SessionRedis;
  /** The first signs cookies, all verify. */
  readonly secrets: readonly string[];
  /** Whether people come by https: the cookie is then bound to this host and to secure connections. */
  readonly secure: boolean;
}

/** The cookie's name: with TLS the `__Host-` prefix makes browsers refuse it from subdomains and without Secure. */
function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-ridgeline.sid' : 'ridgeline.sid';
}

/** Sessions over express-session and connect-redis. */
export function createSessions({ redis, secrets, secure }: SessionOptions): Sessions {
  const name = sessionCookieName(secure);
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } satisfies CookieOptions;
  const middleware = session({
    name,
    cookie,
    secret: [...secrets],
    store: new SessionStore(redis),
    resave: false,
    saveUninitialized: false,
    rolling: false,
  });

  return {
    middleware,

    signIn: async (req, user, { rememberMe }) => {
      const lifetime = rememberMe ? sessionLifetimeMs.remembered : sessionLifetimeMs.usual;
      await promisify(req.session.regenerate.bind(req.session))();
      req.session.user = user;
      req.session.expiresAt = Date.now() + lifetime;
      req.session.cookie.maxAge = lifetime;
      await promisify(req.session.save.bind(req.session))();
    },

    signOut: async (req, res) => {
      const who = signedIn(req);
      await promisify(req.session.destroy.bind(req.session))();
      res.clearCookie(name, cookie);
      return who?.sessionId ?? null;
    },

    alive: async (sessionIds) => {
      // node-redis sends these in one go.
      const found = await Promise.all(sessionIds.map((id) => redis.exists(sessionKeyPrefix + id)));
      return new Set(sessionIds.filter((_, index) => found[index] === 1));
    },
  };
}
