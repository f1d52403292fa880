import { ApiError } from '@ridgeline/contracts';
import { retry, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';

/** Our own services are back within seconds, and never receive as many requests as a vendor. */
const policy: RetryPolicy = { ...unboundedRetry, baseMs: 200, capMs: 3_000, jitter: [0.5, 1] };

/** These are not answers: the service is busy (429), or keys between our services are just being exchanged (401). */
const passing = new Set([401, 429]);

/** Whether our own service answered the question, and neither failed nor was busy. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !passing.has(error.status);
}

/**
 * Retries a call to one of our own services until it answers. Throws the answer's `ApiError`, or the signal's reason when
 * aborted.
 */
export function untilAnswered<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  return retry(policy, call, { signal, shouldRetry: (error) => !isAnswer(error) });
}
