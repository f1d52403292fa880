import {
  cancelMigration,
  confirmAccessRevoked,
  forgotPassword,
  login,
  logout,
  openInvitation,
  pauseMigration,
  resetUserPassword,
  resumeMigration,
  retrySyncDeadLetters,
  compareWithHubspot,
  sweepNow,
  validateHubspotProperties,
  type AnswerOf,
  type ApiClient,
  type CallInput,
  type Endpoint,
} from '@ridgeline/contracts';
import { use, useMemo } from 'react';
import { api } from './client.ts';
import { isGone, mayRetry } from './error-policy.ts';
import { SessionSignalsContext } from './session-signals.ts';

/** Waits, in milliseconds. */
export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface CommandOptions<E extends Endpoint> {
  readonly api: ApiClient;
  readonly endpoint: E;
  readonly newKey: () => string;
  readonly wait: (ms: number) => Promise<void>;
}

type Command<E extends Endpoint> = (input?: CallInput<E>) => Promise<AnswerOf<E>>;

const retryAfterMs = 1000;

/**
 * A call that changes something. It is repeated once when its outcome is unknown (no answer, 502, 503, 504) and repeating
 * is safe (`isRepeatable`). A creating call carries an idempotency key that lives until the server decides: sending the
 * same input again after such a failure reuses the key, so nothing is created twice. Different input gets a new key.
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

/** A changing call for a component. It throws like the client; an ended session is reported on the way. */
export function useCommand<E extends Endpoint>(endpoint: E): Command<E> {
  const signals = use(SessionSignalsContext);
  return useMemo(() => {
    const command = createCommand({ api, endpoint, newKey: () => crypto.randomUUID(), wait });
    return async (input) => {
      try {
        return await command(input);
      } catch (error) {
        signals.report(error, true);
        throw error;
      }
    };
  }, [endpoint, signals]);
}

/** Writes that name the whole outcome: the second of two does nothing that the first has not done. */
const repeatableMethods: readonly Endpoint['method'][] = ['PUT', 'PATCH', 'DELETE'];

/** POST calls that are safe to repeat because the second ends where the first did. */
const repeatableCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([
  login,
  logout,
  forgotPassword,
  openInvitation,
  confirmAccessRevoked,
  resetUserPassword,
  validateHubspotProperties,
  cancelMigration,
  pauseMigration,
  resumeMigration,
  retrySyncDeadLetters,
  compareWithHubspot,
  sweepNow,
]);

/**
 * Whether a call may be repeated when its outcome is unknown. Excluded are calls that consume what they need (a reset link,
 * the current password, the session) or that create without a key: the second call would be rejected although the first
 * succeeded.
 */
function isRepeatable(endpoint: Endpoint): boolean {
  return endpoint.idempotent || repeatableMethods.includes(endpoint.method) || repeatableCalls.has(endpoint);
}
