import { createHash } from 'node:crypto';
import { AppError } from '@ridgeline/kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Whose attempt it is. */
export interface Attempt {
  readonly network: string;
  readonly email: string;
}

/** Counts attempts of one kind, per account from one network and per network. */
export interface AttemptThrottle {
  /** Counts one; `request.too_many` with `retryAfterSeconds` when it is one too many. */
  count(attempt: Attempt): Promise<void>;
  /** It was neither right nor wrong: takes this one off again. */
  forgive(attempt: Attempt): Promise<void>;
  /** It was right: forgets the account's failures from this network, and takes this one off the network's. */
  succeed(attempt: Attempt): Promise<void>;
}

/** How many attempts are let through before a pause. */
export interface ThrottleLimits {
  readonly kind: 'sign-in' | 'registration';
  readonly perAccount: number;
  readonly perNetwork: number;
  readonly windowSeconds: number;
}

/**
 * The account's key holds the network too: somebody who guesses at another's password locks himself out, and never the
 * account's owner. It is hashed, so that Redis holds no e-mail addresses.
 */
function accountKey({ network, email }: Attempt): string {
  return createHash('sha256').update(`${network} ${email.toLowerCase()}`).digest('base64url');
}

function refusal(reason: unknown): AppError {
  if (!(reason instanceof RateLimiterRes))
    return new AppError('server.unavailable', { details: { dependency: 'redis' }, cause: reason });
  return new AppError('request.too_many', { retryAfterSeconds: reason.msBeforeNext / 1000 });
}

async function translated(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    throw refusal(reason);
  }
}

/** A throttle that all gateways share through Redis (`redis` is a node-redis client). */
export function createAttemptThrottle(redis: object, limits: ThrottleLimits): AttemptThrottle {
  const limiter = (of: string, points: number): RateLimiterRedis =>
    new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      keyPrefix: `ridgeline:throttle:${limits.kind}:${of}`,
      points,
      duration: limits.windowSeconds,
    });
  const accounts = limiter('account', limits.perAccount);
  const networks = limiter('network', limits.perNetwork);

  return {
    count: (attempt) =>
      translated(async () => {
        await networks.consume(attempt.network);
        await accounts.consume(accountKey(attempt));
      }),
    forgive: (attempt) =>
      translated(async () => {
        await Promise.all([networks.reward(attempt.network), accounts.reward(accountKey(attempt))]);
      }),
    succeed: (attempt) =>
      translated(async () => {
        await Promise.all([networks.reward(attempt.network), accounts.delete(accountKey(attempt))]);
      }),
  };
}
