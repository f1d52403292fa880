/** How often and how patiently an attempt is repeated. Times are in milliseconds. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number;
  /** The bound of the wait after the first failure; it doubles with each further one. */
  readonly baseMs: number;
  /** No bound is higher than this. */
  readonly capMs: number;
  /** A wait is drawn between these shares of its bound, so that callers that failed together do not retry together. */
  readonly jitter: readonly [least: number, most: number];
  /** If a longer wait would be needed, there is no further attempt. */
  readonly maxWaitMs: number;
}

/**
 * For background work: it is repeated for as long as necessary, until it is aborted. Full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
export const unboundedRetry: RetryPolicy = {
  attempts: Infinity,
  baseMs: 500,
  capMs: 8_000,
  jitter: [0, 1],
  maxWaitMs: Infinity,
};

/** For work that a user waits for. */
export const interactiveRetry: RetryPolicy = {
  attempts: 3,
  baseMs: 300,
  capMs: 1_000,
  jitter: [0, 1],
  maxWaitMs: 3_000,
};

/** The same wait between all attempts, without limit: for calls that succeed within seconds or are aborted by their caller. */
export function retryEvery(ms: number): RetryPolicy {
  return { ...unboundedRetry, baseMs: ms, capMs: ms, jitter: [1, 1] };
}

/** How long to wait after this many consecutive failures, in whole milliseconds; `draw` is a random number from 0 to 1. */
export function backoffMs(
  { baseMs, capMs, jitter: [least, most] }: Pick<RetryPolicy, 'baseMs' | 'capMs' | 'jitter'>,
  failures: number,
  draw = Math.random(),
): number {
  const bound = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil(bound * (least + (most - least) * draw));
}
