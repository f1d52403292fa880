import { setTimeout as delay } from 'node:timers/promises';

/** How long to wait, and what for. */
export interface EventuallyOptions {
  /** Milliseconds; default 10,000. */
  readonly within?: number;
  /** What is waited for, as the error names it: "the migration to complete". */
  readonly what: string;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Repeats `check` until it stops throwing and answers what it answers: the only way to wait in a test. Past the deadline
 * it throws an error that names what did not come and has the last failure as its cause.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 10_000, what }: EventuallyOptions,
): Promise<T> {
  const deadline = performance.now() + within;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`Waited ${within} ms in vain for ${what}: ${reason}`, { cause: error });
      }
      await delay(pause);
    }
  }
}
