import { setTimeout as pause } from 'node:timers/promises';
import type { Transient, VendorOutcome, VendorProblem } from './outcome.ts';

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

/** For a migration: it waits as long as the vendor needs, until it is aborted. */
export const endlessly: RetryPolicy = {
  attempts: Infinity,
  baseMs: 500,
  capMs: 30_000,
  longestWaitMs: Infinity,
};

/** For a check that a person waits for. */
export const briefly: RetryPolicy = { attempts: 3, baseMs: 300, capMs: 1_000, longestWaitMs: 3_000 };

/** A pause before a call is repeated. */
export interface Wait {
  readonly cause: Transient;
  readonly ms: number;
}

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told before each pause, and with null when the waiting is over, whatever its end. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
  readonly random?: (() => number) | undefined;
}

const sleepFor = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, signal ? { signal } : {});

/** How long to wait before the next call: full jitter below a doubling bound, on top of what the vendor asked for. */
export function waitBefore(policy: RetryPolicy, failures: number, cause: Transient, random: number): number {
  const bound = Math.min(policy.capMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil((cause.retryAfterMs ?? 0) + random * bound);
}

/**
 * Repeats a call while the vendor limits it or is not reachable, with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/) and honouring `Retry-After`. Refusals and
 * rejections are returned at once. Throws the signal's reason when aborted.
 */
export async function withRetries<Value, Problem extends VendorProblem>(
  policy: RetryPolicy,
  call: () => Promise<VendorOutcome<Value, Problem>>,
  { signal, onWait, sleep = sleepFor, random = Math.random }: RetryOptions = {},
): Promise<VendorOutcome<Value, Problem>> {
  let failures = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const result = await call();
      if (result.outcome !== 'limited' && result.outcome !== 'unavailable') return result;
      failures += 1;
      const ms = waitBefore(policy, failures, result, random());
      if (failures >= policy.attempts || ms > policy.longestWaitMs) return result;
      onWait?.({ cause: result, ms });
      await sleep(ms, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    }
  } finally {
    if (failures > 0) onWait?.(null);
  }
}
