import { createHash } from 'node:crypto';
import type { ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import pLimit from 'p-limit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Whose attempt it is: from which network, and for which account where the rule looks at accounts. */
interface Attempt {
  readonly network: string;
  readonly account?: string;
}

/** What counts as one attempt too many. */
export interface ThrottleRule {
  /** Names the rule's counters in Redis. */
  readonly kind: string;
  /**
   * How many attempts this process has under way at once, whoever makes them, and how many wait for their turn. One more
   * is refused before anything is done for it, so that a flood costs those who are signed in next to nothing.
   */
  readonly atOnce?: { readonly running: number; readonly waiting: number };
  readonly windowSeconds: number;
  readonly perNetwork?: number;
  readonly perAccount?: number;
  /**
   * `'account-and-network'`: somebody who guesses at another's password shuts himself out, and never the account's
   * owner. `'account'`: from wherever it is tried.
   */
  readonly accountIs?: 'account' | 'account-and-network';
  /**
   * `'all'`: every attempt counts. Else only those that fail with one of these codes do, and one that succeeds wipes
   * the account's slate clean.
   */
  readonly counts: 'all' | readonly ErrorCode[];
  /** With `'all'`: failures that are nobody's fault. */
  readonly forgives?: readonly ErrorCode[];
}

/** Lets attempts of one kind through, up to its rule's limits. */
export interface AttemptThrottle {
  /** Does the work and answers what it answers; `request.too_many` with the time to wait when it is one too many. */
  attempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  /** Wipes the slate of the account clean, as an attempt that succeeds does; the network's stays. */
  forget(attempt: Attempt): Promise<void>;
  /** Throws `request.too_many` when no more attempts can wait here: to be asked before a request is even read. */
  requireRoom(): void;
}

/** Hashed, so that Redis holds no e-mail addresses. */
function accountKey({ network, account = '' }: Attempt, rule: ThrottleRule): string {
  const name = rule.accountIs === 'account-and-network' ? `${network} ${account}` : account;
  return createHash('sha256').update(name.toLowerCase()).digest('base64url');
}

function refusal(reason: unknown): AppError {
  if (!(reason instanceof RateLimiterRes))
    return new AppError('server.unavailable', { details: { dependency: 'redis' }, cause: reason });
  return new AppError('request.too_many', { retryAfterSeconds: reason.msBeforeNext / 1000 });
}

async function translated(work: Promise<unknown>): Promise<void> {
  await work.catch((reason: unknown) => {
    throw refusal(reason);
  });
}

/** What becomes of an attempt's count when it is over: it stays, is taken off, or the account's are all forgotten. */
function fateOfCount(
  { counts, forgives = [] }: ThrottleRule,
  error: unknown,
): 'stays' | 'forgiven' | 'wiped' {
  if (error === undefined) return counts === 'all' ? 'stays' : 'wiped';
  // Whatever is not an answer to what was tried is nobody's fault: a busy service, a lost connection.
  const code = error instanceof AppError ? error.code : 'server.failed';
  if (counts !== 'all') return counts.includes(code) ? 'stays' : 'forgiven';
  const ours = code.startsWith('server.') || code === 'request.too_many';
  return ours || forgives.includes(code) ? 'forgiven' : 'stays';
}

/** A throttle that all gateways share through Redis (`redis` is a node-redis client). */
export function createAttemptThrottle(redis: object, rule: ThrottleRule): AttemptThrottle {
  const limiters = [
    { of: 'network', points: rule.perNetwork, key: ({ network }: Attempt) => network },
    { of: 'account', points: rule.perAccount, key: (attempt: Attempt) => accountKey(attempt, rule) },
  ].flatMap(({ of, points, key }) => {
    if (points === undefined) return [];
    const keyPrefix = `ridgeline:throttle:${rule.kind}:${of}`;
    const duration = rule.windowSeconds;
    const options = { storeClient: redis, useRedisPackage: true, keyPrefix, points, duration };
    return [{ of, key, limiter: new RateLimiterRedis(options) }];
  });

  const settle = (attempt: Attempt, error?: unknown): Promise<void> => {
    const fate = fateOfCount(rule, error);
    if (fate === 'stays') return Promise.resolve();
    return translated(
      Promise.all(
        limiters.map(({ of, key, limiter }) => {
          const wipe = fate === 'wiped' && of === 'account';
          return wipe ? limiter.delete(key(attempt)) : limiter.reward(key(attempt));
        }),
      ),
    );
  };

  /** One after the other: what a network is refused must not count for an account that is somebody else's. */
  const consume = async (attempt: Attempt): Promise<void> => {
    for (const { key, limiter } of limiters) await translated(limiter.consume(key(attempt)));
  };

  const counted = async <T>(attempt: Attempt, work: () => Promise<T>): Promise<T> => {
    await consume(attempt);
    const result = await work().catch(async (error: unknown) => {
      await settle(attempt, error);
      throw error;
    });
    await settle(attempt);
    return result;
  };

  const { running, waiting } = rule.atOnce ?? { running: Infinity, waiting: 0 };
  const turns = pLimit(running);
  const requireRoom = (): void => {
    if (turns.activeCount + turns.pendingCount >= running + waiting)
      throw new AppError('request.too_many', { retryAfterSeconds: 1 });
  };

  return {
    requireRoom,

    forget: (attempt) =>
      translated(
        Promise.all(
          limiters
            .filter(({ of }) => of === 'account')
            .map(({ key, limiter }) => limiter.delete(key(attempt))),
        ),
      ),

    attempt: async (attempt, work) => {
      requireRoom();
      return turns(() => counted(attempt, work));
    },
  };
}
