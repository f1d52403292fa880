import { backoffMs, pause, type RetryPolicy } from '@ridgeline/kit';
import type { Transient } from './outcome.ts';

/** Time in milliseconds: the machine's, or a test's own. */
export interface Clock {
  /** Of a clock that is never set. */
  readonly now: () => number;
  /** Throws the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: pause };

/** How long to wait before the next call: the policy's wait on top of what the vendor asked for. */
export function waitBefore(policy: RetryPolicy, failures: number, cause: Transient, draw: number): number {
  return Math.ceil(cause.retryAfterMs ?? 0) + backoffMs(policy, failures, draw);
}
