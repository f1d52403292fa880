import { backoffMs, type RetryPolicy } from '@ridgeline/kit';
import type { Transient } from './outcome.ts';

/** How long to wait before the next call: the policy's wait on top of what the vendor asked for. */
export function waitBefore(policy: RetryPolicy, failures: number, cause: Transient, draw: number): number {
  return Math.ceil(cause.retryAfterMs ?? 0) + backoffMs(policy, failures, draw);
}
