import type { AnswerOf, ApiClient, CallInput, Endpoint } from '@ridgeline/contracts';
import { isGone, mayRetry } from './error-policy.ts';
import { isRepeatable } from './repeatable-calls.ts';

/** Waits, in milliseconds. */
export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface CommandOptions<E extends Endpoint> {
  readonly api: ApiClient;
  readonly endpoint: E;
  readonly newKey: () => string;
  readonly wait: (ms: number) => Promise<void>;
}

export type Command<E extends Endpoint> = (input?: CallInput<E>) => Promise<AnswerOf<E>>;

const retryAfterMs = 1000;

/**
 * A call that changes something, repeated once when its outcome is unknown (no answer, 502, 503, 504) and when that is
 * safe (`isRepeatable`). A creating call carries an idempotency key, which lives until the server decides: sending the
 * same input again after such a failure uses the same key, so that nothing is created twice; other input gets a new one.
 */
export function createCommand<E extends Endpoint>(options: CommandOptions<E>): Command<E> {
  const { api, endpoint, newKey, wait } = options;
  const twice = async (call: () => Promise<AnswerOf<E>>) =>
    call().catch(async (error: unknown) => {
      if (!mayRetry(error)) throw error;
      await wait(retryAfterMs);
      return call().catch((second: unknown) => {
        // The first call removed it after all.
        if (endpoint.method === 'DELETE' && isGone(second)) return {} as AnswerOf<E>;
        throw second;
      });
    });
  if (!isRepeatable(endpoint)) return (input) => api(endpoint, input);
  if (!endpoint.idempotent) return (input) => twice(() => api(endpoint, input));
  const undecided = new Map<string, string>();

  return async (input = {}) => {
    const fingerprint = JSON.stringify(input);
    const key = undecided.get(fingerprint) ?? newKey();
    undecided.set(fingerprint, key);
    try {
      const answer = await twice(() => api(endpoint, input, { idempotencyKey: key }));
      undecided.delete(fingerprint);
      return answer;
    } catch (error) {
      if (!mayRetry(error)) undecided.delete(fingerprint);
      throw error;
    }
  };
}
