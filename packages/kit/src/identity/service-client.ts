import { createApiClient, type ApiClient } from '@ridgeline/contracts';
import { withDeadline } from '../time-limits.ts';
import { currentTraceparent } from '../telemetry/spans.ts';
import { identityKeysOf, type IdentityKeys, type IdentityKeySource } from './identity-keys.ts';
import { identityLifetimeSeconds, signServiceIdentity, type IdentityAudience } from './identity-token.ts';

/** Where a service calls another one, and as whom. */
export interface ServiceClientOptions {
  readonly baseUrl: string;
  /** Who calls. */
  readonly service: string;
  /** Who is called. */
  readonly audience: IdentityAudience;
  readonly identityKey: IdentityKeySource;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** The typed client of calls between services: signs as the service and gives up after the timeout. */
export function createServiceClient(options: ServiceClientOptions): ApiClient {
  const { baseUrl, service, audience, timeoutMs = 10_000 } = options;
  const token = serviceToken(identityKeysOf(options.identityKey), service, audience);
  return createApiClient({
    baseUrl,
    headers: async () => {
      const traceparent = currentTraceparent();
      return { authorization: `Bearer ${await token()}`, ...(traceparent ? { traceparent } : {}) };
    },
    withSignal: (signal, call) => withDeadline(timeoutMs, signal, call),
  });
}

/** A service's token for another one: signed once and reused for half of its life, unless another key signs meanwhile. */
export function serviceToken(
  keys: IdentityKeys,
  service: string,
  audience: IdentityAudience,
): () => Promise<string> {
  let current: { token: Promise<string>; until: number; keyId: string } | null = null;
  return () => {
    const { id: keyId } = keys.signing;
    if (!current || Date.now() > current.until || current.keyId !== keyId) {
      const token = signServiceIdentity(keys, service, audience);
      current = { token, until: Date.now() + (identityLifetimeSeconds * 1000) / 2, keyId };
    }
    return current.token;
  };
}
