import { AppError } from '@ridgeline/kit';
import { RedisStore } from 'connect-redis';
import type { Request } from 'express';
import type { Session, SessionData } from 'express-session';
import type { SessionRedis } from './session-redis.ts';

type Callback = (error?: unknown, data?: SessionData | null) => void;

/** Under which keys sessions live in Redis. */
export const sessionKeyPrefix = 'ridgeline:session:';

function translated(callback: Callback | undefined): Callback {
  return (error, data) => callback?.(error ? unavailable(error) : null, data);
}

/** Redis does not answer: the request fails, it never goes on as somebody anonymous. */
function unavailable(cause: unknown): AppError {
  return new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
}

/** Seconds that are left of a session. Its end is fixed at sign-in, so a request costs no write. */
function secondsLeft(session: SessionData): number {
  return Math.ceil(((session.expiresAt ?? 0) - Date.now()) / 1000);
}

/**
 * connect-redis with two differences. A session that came out of Redis is only ever written over itself (`XX`), so a slow
 * request cannot bring back one that was signed out meanwhile (expressjs/session issue 632); a new one is only ever
 * created (`NX`). And nothing is touched: sessions end at a fixed time, whoever polls.
 */
export class SessionStore extends RedisStore {
  readonly #redis: SessionRedis;
  readonly #stored = new WeakSet<object>();

  constructor(redis: SessionRedis) {
    super({ client: redis, prefix: sessionKeyPrefix, ttl: secondsLeft, disableTouch: true });
    this.#redis = redis;
  }

  override createSession(req: Request, data: SessionData): Session & SessionData {
    const session = super.createSession(req, data);
    this.#stored.add(session);
    return session;
  }

  override get(sid: string, callback?: Callback): Promise<unknown> {
    return super.get(sid, translated(callback));
  }

  override async set(sid: string, session: SessionData, callback?: Callback): Promise<void> {
    const known = this.#stored.has(session);
    const seconds = secondsLeft(session);
    try {
      if (seconds > 0)
        await this.#redis.set(this.prefix + sid, JSON.stringify(session), {
          expiration: { type: 'EX', value: seconds },
          condition: known ? 'XX' : 'NX',
        });
      this.#stored.add(session);
    } catch (error) {
      callback?.(unavailable(error));
      return;
    }
    callback?.();
  }

  override destroy(sid: string, callback?: Callback): Promise<unknown> {
    return super.destroy(sid, translated(callback));
  }
}
