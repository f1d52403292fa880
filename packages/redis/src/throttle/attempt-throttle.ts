import { createHash } from 'node:crypto';
import { AppError } from '@ridgeline/kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../open-redis.ts';

type ErrorCode = AppError['code'];

/** Whose attempt it is: from which network, and for which account where the rule counts by account. */
export interface Attempt {
  readonly network: string;
  readonly account?: string;
}

/** What counts as one attempt too many. */
export interface ThrottleRule {
  /** Names the rule's counters in Redis. */
  readonly kind: string;
  readonly windowSeconds: number;
  readonly perNetwork?: number;
  readonly perAccount?: number;
  /**
   * `'account-and-network'`: a guesser of another user's password locks out only their own network, never the account's
   * owner. `'account'`: from any network.
   */
  readonly accountIs?: 'account' | 'account-and-network';
  /**
   * `'all'`: every attempt counts. Otherwise only attempts that fail with one of these codes count, and a successful one
   * clears the account's count, unless the rule keeps it.
   */
  readonly counts: 'all' | readonly ErrorCode[];
  /** A success says nothing about the next attempt: the caller may hold one valid key and guess at others. */
  readonly keepsAfterSuccess?: boolean;
  /** With `'all'`: failures that do not count. */
  readonly forgives?: readonly ErrorCode[];
  /** The error for one attempt too many; `request.too_many` unless the rule has a text of its own. */
  readonly refusal?: ErrorCode;
}

/** Lets attempts of one kind through, up to its rule's limits. */
export interface AttemptThrottle {
  /**
   * Does the work and returns its result; throws the rule's refusal, with the time to wait, when it is one attempt too
   * many. `fault` returns the code of a result that is a failure, null for a success.
   */
  attempt<T>(attempt: Attempt, work: () => Promise<T>, fault?: (answer: T) => ErrorCode | null): Promise<T>;
  /** Clears the account's count, as a successful attempt does; the network's stays. */
  forget(attempt: Attempt): Promise<void>;
}

/** Hashed, so that Redis holds no email addresses. */
export function accountKey({ network, account = '' }: Attempt, accountIs: ThrottleRule['accountIs']): string {
  const name = accountIs === 'account-and-network' ? `${network} ${account}` : account;
  return createHash('sha256').update(name.toLowerCase()).digest('base64url');
}

function refusalOf(reason: unknown, code: ErrorCode): AppError {
  if (!(reason instanceof RateLimiterRes))
    return new AppError('server.unavailable', { details: { dependency: 'redis' }, cause: reason });
  return new AppError(code, { retryAfterSeconds: reason.msBeforeNext / 1000 });
}

/** What happens to an attempt's count when it ends: it stays, is removed, or all counts of the account are cleared. */
function fateOfCount(
  { counts, forgives = [], keepsAfterSuccess = false }: ThrottleRule,
  code: ErrorCode | null,
): 'stays' | 'forgiven' | 'wiped' {
  if (code === null && counts === 'all') return 'stays';
  if (code === null) return keepsAfterSuccess ? 'forgiven' : 'wiped';
  if (counts !== 'all') return counts.includes(code) ? 'stays' : 'forgiven';
  const ours = code.startsWith('server.') || code === 'request.too_many';
  return ours || forgives.includes(code) ? 'forgiven' : 'stays';
}

/** Errors that do not answer the attempt do not count against it: a busy service, a lost connection. */
function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'server.failed';
}

/** A throttle that all processes share through Redis. */
export function createAttemptThrottle(redis: RedisClient, rule: ThrottleRule): AttemptThrottle {
  const keyOfAccount = (attempt: Attempt): string => accountKey(attempt, rule.accountIs);
  const limiters = [
    { of: 'network', points: rule.perNetwork, key: ({ network }: Attempt) => network },
    { of: 'account', points: rule.perAccount, key: keyOfAccount },
  ].flatMap(({ of, points, key }) => {
    if (points === undefined) return [];
    const keyPrefix = `ridgeline:throttle:${rule.kind}:${of}`;
    const duration = rule.windowSeconds;
    const options = { storeClient: redis, useRedisPackage: true, keyPrefix, points, duration };
    return [{ of, key, limiter: new RateLimiterRedis(options) }];
  });

  const refusal = (reason: unknown): AppError => refusalOf(reason, rule.refusal ?? 'request.too_many');
  const translated = <T>(work: Promise<T>): Promise<T> =>
    work.catch((reason: unknown) => {
      throw refusal(reason);
    });

  /**
   * In sequence: an attempt rejected for its network must not count for another user's account. And a
   * rejected attempt counts nowhere, so a client that keeps trying locks no one else out. So all counts are read
   * before any is raised, and an attempt that loses the race releases what it took.
   */
  const enter = async (attempt: Attempt): Promise<void> => {
    for (const { key, limiter } of limiters) {
      const taken = await translated(limiter.get(key(attempt)));
      if (taken && taken.remainingPoints <= 0) throw refusal(taken);
    }
    for (const [index, { key, limiter }] of limiters.entries())
      await translated(limiter.consume(key(attempt))).catch(async (error: unknown) => {
        const entered = limiters.slice(0, index + 1);
        await translated(Promise.all(entered.map((it) => it.limiter.reward(it.key(attempt)))));
        throw error;
      });
  };

  const settle = async (attempt: Attempt, code: ErrorCode | null): Promise<void> => {
    const fate = fateOfCount(rule, code);
    if (fate === 'stays') return;
    await translated(
      Promise.all(
        limiters.map(({ of, key, limiter }) => {
          const wipe = fate === 'wiped' && of === 'account';
          return wipe ? limiter.delete(key(attempt)) : limiter.reward(key(attempt));
        }),
      ),
    );
  };

  return {
    forget: async (attempt) => {
      await translated(
        Promise.all(
          limiters
            .filter(({ of }) => of === 'account')
            .map(({ key, limiter }) => limiter.delete(key(attempt))),
        ),
      );
    },

    attempt: async (attempt, work, fault = () => null) => {
      await enter(attempt);
      const answer = await work().catch(async (error: unknown) => {
        await settle(attempt, codeOf(error));
        throw error;
      });
      await settle(attempt, fault(answer));
      return answer;
    },
  };
}
