import { accessKey } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import { RedisStore } from 'connect-redis';
import type { Request } from 'express';
import type { Session, SessionData } from 'express-session';
import { SessionCache } from './session-cache.ts';
import {
  ownerOf,
  readSession,
  secondsToKeep,
  sessionKeyPrefix,
  type ReadSession,
  type SessionRedis,
} from './session-pointer.ts';

type Callback = (error?: unknown, data?: SessionData | null) => void;

/** Sessions looked up by one command: enough to be cheap, too few to delay other requests. */
const maxConcurrent = 500;

/** Redis does not answer: the request fails, it never continues anonymously. */
function unavailable(cause: unknown): AppError {
  return new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
}

/**
 * connect-redis with three differences. A session is read together with its user's access record, in one command, and
 * exists only if that record still grants it. A session that was read from Redis only ever overwrites itself (`XX`), so
 * that a slow request cannot bring back one that was signed out (expressjs/session issue 632); a new one is only ever
 * created (`NX`). And express-session never touches sessions: `prolong` does, rarely and without delaying an answer.
 */
export class SessionStore extends RedisStore {
  readonly #redis: SessionRedis;
  readonly #now: () => number;
  readonly #stored = new WeakSet<object>();
  readonly #remembered: SessionCache;

  constructor(redis: SessionRedis, now: () => number = Date.now) {
    super({ client: redis, prefix: sessionKeyPrefix, disableTouch: true });
    this.#redis = redis;
    this.#now = now;
    this.#remembered = new SessionCache(now);
  }

  /** Called for each key that was read and has changed since; null means that any may have. */
  keyChanged(key: string | null): void {
    this.#remembered.forget(key);
  }

  /** The session that is good, or null. */
  async findOne(sessionId: string): Promise<ReadSession | null> {
    const owner = ownerOf(sessionId);
    if (owner === null) return null;
    return this.#remembered.recall(sessionId, owner, async () => {
      const [stored, record] = await this.#ask([this.prefix + sessionId, accessKey(owner)]);
      return readSession(stored, record, this.#now());
    });
  }

  /** The sessions that are good, by their ids. */
  async find(sessionIds: readonly string[]): Promise<ReadonlyMap<string, ReadSession>> {
    const found = new Map<string, ReadSession>();
    const known = sessionIds.flatMap((id) => {
      const owner = ownerOf(id);
      return owner === null ? [] : [{ id, keys: [this.prefix + id, accessKey(owner)] }];
    });
    for (let from = 0; from < known.length; from += maxConcurrent) {
      const some = known.slice(from, from + maxConcurrent);
      const values = await this.#ask(some.flatMap(({ keys }) => keys));
      for (const [index, { id }] of some.entries()) {
        const read = readSession(values[2 * index], values[2 * index + 1], this.#now());
        if (read) found.set(id, read);
      }
    }
    return found;
  }

  override async get(sid: string, callback?: Callback): Promise<void> {
    let read: ReadSession | null;
    try {
      read = await this.findOne(sid);
    } catch (error) {
      callback?.(error);
      return;
    }
    // express-session changes the object, so it gets its own copy.
    callback?.(null, read && (JSON.parse(read.json) as SessionData));
  }

  override createSession(req: Request, data: SessionData): Session & SessionData {
    const session = super.createSession(req, data);
    this.#stored.add(session);
    return session;
  }

  override async set(sid: string, session: SessionData, callback?: Callback): Promise<void> {
    const known = this.#stored.has(session);
    const seconds = session.pointer ? secondsToKeep(session.pointer, this.#now()) : 0;
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

  #ask(keys: string[]): Promise<(string | null)[]> {
    return this.#redis.mGet(keys).catch((error: unknown) => {
      throw unavailable(error);
    });
  }

  override destroy(sid: string, callback?: Callback): Promise<unknown> {
    return super.destroy(sid, (error?: unknown) => {
      this.keyChanged(this.prefix + sid);
      callback?.(error ? unavailable(error) : null);
    });
  }
}
