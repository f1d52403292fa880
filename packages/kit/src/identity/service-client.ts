import { createApiClient, type ApiClient } from '@ridgeline/contracts';
import { currentTraceparent } from '../telemetry/spans.ts';
import { identityLifetimeSeconds, signServiceIdentity } from './identity-token.ts';

/** Where a service calls another one, and as whom. */
export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly service: string;
  readonly identityKey: string;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** The typed client of calls between services: signs as the service and gives up after the timeout. */
export function createServiceClient(options: ServiceClientOptions): ApiClient {
  const { baseUrl, service, identityKey, timeoutMs = 10_000 } = options;
  const token = reusableToken(() => signServiceIdentity(identityKey, service));
  return createApiClient({
    baseUrl,
    headers: async () => {
      const traceparent = currentTraceparent();
      return { authorization: `Bearer ${await token()}`, ...(traceparent ? { traceparent } : {}) };
    },
    fetch: (input, init = {}) => {
      const deadline = AbortSignal.timeout(timeoutMs);
      return fetch(input, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
      });
    },
  });
}

/** Signs a token once and reuses it for half of its life. */
function reusableToken(signToken: () => Promise<string>): () => Promise<string> {
  let current: { token: Promise<string>; until: number } | null = null;
  return () => {
    if (!current || Date.now() > current.until)
      current = { token: signToken(), until: Date.now() + (identityLifetimeSeconds * 1000) / 2 };
    return current.token;
  };
}
