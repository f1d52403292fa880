import { AppError } from '@ridgeline/kit';
import { accountKey, type Attempt, type RedisClient } from '@ridgeline/redis';

/** From which networks people have signed in to an account before. */
export interface KnownNetworks {
  has(attempt: Attempt): Promise<boolean>;
  /** The account's owner signed in from there. */
  add(attempt: Attempt): Promise<void>;
}

const keptSeconds = 90 * 24 * 60 * 60;
const keptMs = keptSeconds * 1_000;

/** Only the latest networks of an account count as known, so that one account cannot gain many places. */
export const networksPerAccount = 8;

/**
 * Remembers a network for 90 days after each sign-in, as a hash: Redis holds neither email addresses nor users' locations.
 * Each account has a sorted set, ordered by the latest sign-in from each network.
 */
export function createKnownNetworks(
  redis: Pick<RedisClient, 'zScore' | 'multi'>,
  now: () => number = Date.now,
): KnownNetworks {
  const keyOf = (attempt: Attempt) => `ridgeline:known-networks:${accountKey(attempt, 'account')}`;
  const memberOf = (attempt: Attempt) => accountKey(attempt, 'account-and-network');
  const translated = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
    });
  return {
    has: async (attempt) => {
      const lastSignIn = await translated(redis.zScore(keyOf(attempt), memberOf(attempt)));
      return lastSignIn !== null && lastSignIn > now() - keptMs;
    },
    add: async (attempt) => {
      const key = keyOf(attempt);
      const added = redis
        .multi()
        .zAdd(key, { score: now(), value: memberOf(attempt) })
        .zRemRangeByRank(key, 0, -1 - networksPerAccount)
        .expire(key, keptSeconds)
        .exec();
      await translated(added);
    },
  };
}
