import { interactiveRetry, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';

/** How long a caller bears with a vendor. */
export interface Patience {
  readonly policy: RetryPolicy;
  /** How long one call may be silent, in ms. */
  readonly timeoutMs: number;
  /** Whether calls queue up in an outage and go out one at a time until the vendor is back. */
  readonly queuesInOutage: boolean;
}

/** For work in the background: it goes on for as long as it takes. */
export const backgroundPatience: Patience = {
  policy: unboundedRetry,
  timeoutMs: 30_000,
  queuesInOutage: true,
};

/** A person waits: a single call may not take up the time in which another attempt could succeed. */
export const interactivePatience: Patience = {
  policy: interactiveRetry,
  timeoutMs: 5_000,
  queuesInOutage: false,
};
