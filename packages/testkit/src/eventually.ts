import { retry, unboundedRetry } from '@ridgeline/kit';

/** How long to wait, and what for. */
export interface EventuallyOptions {
  /** Milliseconds; default 20,000: only a busy machine needs that long. A check with a real deadline passes a shorter time. */
  readonly within?: number;
  /** What is waited for, as the error names it: "the migration to complete". */
  readonly what: string;
}

const checkRetry = { ...unboundedRetry, baseMs: 5, capMs: 100, jitter: [1, 1] } as const;

/**
 * Repeats `check` until it stops throwing, and returns its result: the only way to wait in a test. Past the deadline it
 * throws an error that names what did not happen and has the last failure as its cause.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 20_000, what }: EventuallyOptions,
): Promise<T> {
  const deadline = performance.now() + within;
  try {
    return await retry(checkRetry, async () => check(), { shouldRetry: () => performance.now() < deadline });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Waited ${within} ms in vain for ${what}: ${reason}`, { cause: error });
  }
}
