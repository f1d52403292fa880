import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@ridgeline/contracts';

const firstPauseMs = 200;
const longestPauseMs = 3_000;

/** Says nothing of the question: it is busy (429), or keys between our services are just being exchanged (401). */
const passing = new Set([401, 429]);

/** Whether our own service answered the question, and is not in trouble itself. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !passing.has(error.status);
}

/**
 * Repeats a call to one of our own services until it answers, with growing pauses and jitter. Throws the answer's
 * `ApiError`, or the signal's reason when aborted.
 */
export async function untilAnswered<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let bound = firstPauseMs; ; bound = Math.min(bound * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (isAnswer(error)) throw error;
    }
    await pause(bound / 2 + (Math.random() * bound) / 2, undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    );
  }
}
