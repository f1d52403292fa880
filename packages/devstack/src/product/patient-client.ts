import { randomUUID } from 'node:crypto';
import { isTemporary, type ApiClient } from '@ridgeline/contracts';
import { retry, unboundedRetry } from '@ridgeline/kit';

/** How long a call is asked again: a busy machine takes that long to start what answers it. */
const patienceMs = 60_000;

/** Tries again, for a minute, while nothing answers or something is unavailable (502, 503, 504). */
export function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const patientUntil = performance.now() + patienceMs;
  return retry(unboundedRetry, attempt, {
    shouldRetry: (error) => isTemporary(error) && performance.now() < patientUntil,
  });
}

/** A client that tries patiently. The tries of one creating call carry one idempotency key, so that it creates once. */
export function patientClient(client: ApiClient): ApiClient {
  return (endpoint, input, options) => {
    const key = endpoint.idempotent ? { idempotencyKey: randomUUID() } : {};
    return patiently(() => client(endpoint, input, { ...key, ...options }));
  };
}
