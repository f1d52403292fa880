import { randomUUID } from 'node:crypto';
import { AppError, retry, retryEvery, withTimeout } from '@ridgeline/kit';
import type { RedisClient } from './open-redis.ts';

/** How locks behave; the defaults are for work of some calls. */
export interface LockTimes {
  /** A lock whose holder died is free after this time. Default 15 s. */
  readonly keptMs?: number;
  /** How long a caller waits for a lock before it fails. Default 2 min. */
  readonly waitMs?: number;
}

/** Locks that all replicas share. */
export interface Locks {
  /**
   * Runs the work while no other caller runs any under this key, and returns its result. The work's signal aborts when the
   * lock is lost, which also happens when Redis is unavailable for long: the work may start nothing after that. Throws
   * `server.unavailable` when the lock is not acquired in time, and the signal's reason when that aborts.
   */
  exclusively<T>(key: string, work: (held: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

const extendScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

const answerWithinMs = 1_000;
const lookAgainMs = 100;

/** Locks in Redis: a key with the holder's token that expires automatically and is extended while the work runs. */
export function createLocks(
  client: RedisClient,
  { keptMs = 15_000, waitMs = 120_000 }: LockTimes = {},
): Locks {
  // An unavailable Redis has not granted the lock, so the lock counts as taken.
  const isTold = (answer: Promise<unknown>, yes: unknown): Promise<boolean> =>
    withTimeout(answerWithinMs, answer).then(
      (told) => told === yes,
      () => false,
    );

  const take = async (key: string, token: string, signal: AbortSignal): Promise<void> => {
    const deadline = performance.now() + waitMs;
    const asked = { expiration: { type: 'PX', value: keptMs }, condition: 'NX' } as const;
    const attempt = async (): Promise<void> => {
      if (!(await isTold(client.set(key, token, asked), 'OK')))
        throw new AppError('server.unavailable', { details: { lock: key } });
    };
    const shouldRetry = (): boolean => performance.now() < deadline;
    await retry(retryEvery(lookAgainMs), attempt, { signal, shouldRetry });
  };

  return {
    async exclusively(key, work, signal) {
      const token = randomUUID();
      const lock = { keys: [`lock:${key}`], arguments: [token, String(keptMs)] };
      await take(`lock:${key}`, token, signal);
      const lost = new AbortController();
      let heldUntil = performance.now() + keptMs;
      const extend = async (): Promise<void> => {
        const asked = performance.now();
        if (await isTold(client.eval(extendScript, lock), 1)) heldUntil = asked + keptMs;
        else if (performance.now() >= heldUntil - keptMs / 3)
          lost.abort(new AppError('server.unavailable', { details: { lock: key } }));
      };
      const timer = setInterval(() => void extend(), keptMs / 5);
      try {
        return await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        clearInterval(timer);
        await isTold(client.eval(releaseScript, lock), 1);
      }
    },
  };
}
