import { retry, retryEvery } from '@ridgeline/kit';
import { isPermanentFailure } from './kafka-errors.ts';

/** How long topics may take until they answer: a broker that creates all of them under other load has needed more than 15 s. */
export const usableWithinMs = 60_000;

/**
 * Asks the cluster again and again until it answers: while a topic or its first group is created, or a broker restarts,
 * the right broker refuses for some seconds, and kafkajs retries only some of these refusals. Throws the last refusal after
 * `deadline` (by `performance.now()`), and immediately where no later answer can differ.
 */
export function askUntil<T>(deadline: number, ask: () => Promise<T>): Promise<T> {
  return retry(retryEvery(100), ask, {
    shouldRetry: (error) => !isPermanentFailure(error) && performance.now() <= deadline,
  });
}
