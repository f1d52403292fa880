import { createApiClient, type ApiClient } from '@ridgeline/contracts';
import { z } from 'zod';
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

/**
 * The typed client of calls between services: signs as the service and fails after the timeout. A field that an answer of
 * the previous release lacks gets its default.
 */
export function createServiceClient(options: ServiceClientOptions): ApiClient {
  const { baseUrl, service, audience, timeoutMs = 10_000 } = options;
  const token = serviceToken(identityKeysOf(options.identityKey), service, audience);
  return withAnswerDefaults(
    createApiClient({
      baseUrl,
      headers: async () => {
        const traceparent = currentTraceparent();
        return { authorization: `Bearer ${await token()}`, ...(traceparent ? { traceparent } : {}) };
      },
      withSignal: (signal, call) => withDeadline(timeoutMs, signal, call),
    }),
  );
}

/**
 * The same client, whose answers are parsed where their schema has a default: a server of the previous release leaves such
 * a field out. Other answers are passed on unchanged. Rejects with a `ZodError` when a parsed answer does not fit the
 * schema.
 */
export function withAnswerDefaults(client: ApiClient): ApiClient {
  return async (endpoint, input, options) => {
    const answer = await client(endpoint, input, options);
    return hasDefault(endpoint.answer) ? (endpoint.answer.parse(answer) as typeof answer) : answer;
  };
}

/** What was found out of each schema. */
const withDefault = new WeakMap<z.ZodType, boolean>();

/** Whether a schema, or one within it, has a default. zod goes through all of them when it describes a schema. */
function hasDefault(schema: z.ZodType): boolean {
  const before = withDefault.get(schema);
  if (before !== undefined) return before;
  let found = false;
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      found ||= zodSchema._zod.def.type === 'default';
    },
  });
  withDefault.set(schema, found);
  return found;
}

/** A service's token for another one: signed once and reused for half of its life, unless another key has become the signing key. */
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
