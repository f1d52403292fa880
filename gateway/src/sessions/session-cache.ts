import { userOfAccessKey } from '@ridgeline/contracts/internal';
import { LRUCache } from 'lru-cache';
import { ownerOf, sessionKeyPrefix, type ReadSession } from './session-pointer.ts';

interface Remembered {
  readonly session: ReadSession;
  /** Epoch milliseconds. */
  readonly until: number;
}

const maxUsers = 10_000;
/** Per user: more than anyone's browsers, but bounded for a user who signs in repeatedly. */
const maxOfUser = 50;
/** Redis forgets sessions that were not used for long, and may report that a little late. */
const maxAgeMs = 60_000;

function userOfKey(key: string): number | null {
  return key.startsWith(sessionKeyPrefix)
    ? ownerOf(key.slice(sessionKeyPrefix.length))
    : userOfAccessKey(key);
}

/**
 * Sessions as they were last read, each until Redis reports a change to it or to its user's access record (ADR 16). Only
 * valid sessions are cached.
 */
export class SessionCache {
  readonly #now: () => number;
  /** Of each user, the sessions in the order in which they were read. */
  readonly #byUser = new LRUCache<number, Map<string, Remembered>>({ max: maxUsers });
  #changes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The cached session, or else the result of `read`. */
  async recall(
    sessionId: string,
    owner: number,
    read: () => Promise<ReadSession | null>,
  ): Promise<ReadSession | null> {
    const remembered = this.#byUser.get(owner)?.get(sessionId);
    if (remembered && this.#now() < remembered.until) return remembered.session;
    const changes = this.#changes;
    const session = await read();
    // A change during the read may concern this session: the next request reads it again.
    if (session && changes === this.#changes) this.#remember(sessionId, owner, session);
    return session;
  }

  /** Forgets the sessions of the user whose session or access record has this key; null forgets all. */
  forget(key: string | null): void {
    this.#changes += 1;
    const user = key === null ? null : userOfKey(key);
    if (key === null) this.#byUser.clear();
    else if (user !== null) this.#byUser.delete(user);
  }

  #remember(sessionId: string, owner: number, session: ReadSession): void {
    const until = Math.min(this.#now() + maxAgeMs, session.pointer.expiresAt);
    const sessions = this.#byUser.get(owner) ?? new Map<string, Remembered>();
    sessions.delete(sessionId);
    const [oldest] = sessions.keys();
    if (sessions.size >= maxOfUser && oldest !== undefined) sessions.delete(oldest);
    sessions.set(sessionId, { session, until });
    this.#byUser.set(owner, sessions);
  }
}
