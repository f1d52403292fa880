import type { Transient } from './outcome.ts';

/** How often and how patiently a call is repeated. Times are in milliseconds. */
export interface RetryPolicy {
  /** Calls in all, the first included. */
  readonly attempts: number;
  /** The back-off's upper bound after the first failure; it doubles with each further one. */
  readonly baseMs: number;
  /** No back-off bound is higher than this. */
  readonly capMs: number;
  /** A vendor that asks for more than this is not waited for: the outcome is returned as it is. */
  readonly longestWaitMs: number;
}

/**
 * For a migration: it waits as long as the vendor needs, until it is aborted. The cap is what a run may idle after an
 * outage; it can be this low because a `Circuit` lets one call at a time find out.
 */
export const endlessly: RetryPolicy = {
  attempts: Infinity,
  baseMs: 500,
  capMs: 8_000,
  longestWaitMs: Infinity,
};

/** For a check that a person waits for. */
export const briefly: RetryPolicy = { attempts: 3, baseMs: 300, capMs: 1_000, longestWaitMs: 3_000 };

/**
 * How long to wait before the next call: full jitter below a doubling bound
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), on top of what the vendor asked for.
 * `draw` is a random number from 0 to 1.
 */
export function waitBefore(policy: RetryPolicy, failures: number, cause: Transient, draw: number): number {
  const bound = Math.min(policy.capMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil((cause.retryAfterMs ?? 0) + draw * bound);
}
