import type { RetryPolicy } from '@ridgeline/kit';
import { systemClock, waitBefore, type Clock } from './back-off.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Transient, VendorOutcome, VendorProblem } from './outcome.ts';

/** A pause before a call is repeated. */
export interface Wait {
  readonly cause: Transient;
  readonly ms: number;
}

export interface VendorRetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called before each pause, and with null when the waiting is over, whatever its outcome. */
  readonly onWait?: ((wait: Wait | null) => void) | undefined;
  /** Shared by all calls to the same account: in an outage they take turns. */
  readonly circuit?: CircuitBreaker | undefined;
  readonly sleep?: Clock['sleep'] | undefined;
  readonly random?: (() => number) | undefined;
}

/**
 * Repeats a call while the vendor limits it or is unreachable, with full jitter and honoring `Retry-After`. Refusals and
 * rejections are returned immediately. Throws the signal's reason when aborted.
 */
export async function withRetries<Value, Problem extends VendorProblem>(
  policy: RetryPolicy,
  call: () => Promise<VendorOutcome<Value, Problem>>,
  { signal, onWait, circuit, sleep = systemClock.sleep, random = Math.random }: VendorRetryOptions = {},
): Promise<VendorOutcome<Value, Problem>> {
  let failures = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const ticket = (await circuit?.admit(signal)) ?? 0;
      const result = await call();
      const draw = random();
      circuit?.record(ticket, result, draw);
      if (result.outcome !== 'limited' && result.outcome !== 'unavailable') return result;
      failures += 1;
      const ms = waitBefore(policy, failures, result, draw);
      if (failures >= policy.attempts || ms > policy.maxWaitMs) return result;
      onWait?.({ cause: result, ms });
      await sleep(ms, signal);
    }
  } finally {
    if (failures > 0) onWait?.(null);
  }
}
