import type { AnswerOf, ApiClient, CallInput, Endpoint } from '@ridgeline/contracts';
import { mayRetry } from './error-policy.ts';

export interface CommandOptions<E extends Endpoint> {
  readonly api: ApiClient;
  readonly endpoint: E;
  readonly newKey: () => string;
  readonly wait: (ms: number) => Promise<void>;
}

/** Writes that name the whole outcome: the second of two does nothing that the first has not done. */
const repeatableMethods: readonly Endpoint['method'][] = ['PUT', 'PATCH'];

export type Command<E extends Endpoint> = (input?: CallInput<E>) => Promise<AnswerOf<E>>;

const retryAfterMs = 1000;

/**
 * A call that changes something, repeated once when its outcome is unknown (no answer, 502, 503, 504) and when that is
 * safe: an update is, and a creating call, which carries an idempotency key. The key lives until the server decides:
 * sending the same input again after such a failure uses the same key, so that nothing is created twice; other input
 * gets a new one. All other calls are left to the person: whether a password reset or a cancellation happened, a second
 * call cannot ask.
 */
export function createCommand<E extends Endpoint>(options: CommandOptions<E>): Command<E> {
  const { api, endpoint, newKey, wait } = options;
  const twice = async (call: () => Promise<AnswerOf<E>>) =>
    call().catch(async (error: unknown) => {
      if (!mayRetry(error)) throw error;
      await wait(retryAfterMs);
      return call();
    });
  if (!endpoint.idempotent) {
    const repeatable = repeatableMethods.includes(endpoint.method);
    return (input) => (repeatable ? twice(() => api(endpoint, input)) : api(endpoint, input));
  }
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
