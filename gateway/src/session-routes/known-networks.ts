import { AppError } from '@ridgeline/kit';
import { accountKey, type Attempt } from '@ridgeline/redis';

/** What it needs of a Redis client (node-redis has it). */
export interface KnownRedis {
  exists(key: string): Promise<number>;
  set(key: string, value: string, options: { expiration: { type: 'EX'; value: number } }): Promise<unknown>;
}

/** From which networks people have signed in to an account before. */
export interface KnownNetworks {
  has(attempt: Attempt): Promise<boolean>;
  /** The account's owner signed in from there. */
  add(attempt: Attempt): Promise<void>;
}

const kept = { type: 'EX', value: 90 * 24 * 60 * 60 } as const;

/** Remembered for 90 days after each sign-in, by hashes: Redis holds neither e-mail addresses nor where people are. */
export function createKnownNetworks(redis: KnownRedis): KnownNetworks {
  const keyOf = (attempt: Attempt) => `ridgeline:known-network:${accountKey(attempt, 'account-and-network')}`;
  const translated = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
    });
  return {
    has: async (attempt) => (await translated(redis.exists(keyOf(attempt)))) > 0,
    add: async (attempt) => {
      await translated(redis.set(keyOf(attempt), '', { expiration: kept }));
    },
  };
}
