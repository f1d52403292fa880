import { createHash } from 'node:crypto';
import { AppError } from '@ridgeline/kit';

/** What claims need of a Redis client (node-redis has it). Every command rejects at once while Redis is away. */
export interface RegistryRedis {
  get(key: string): Promise<string | null>;
  set(
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number }; condition: 'NX' },
  ): Promise<unknown>;
}

/** Which creating call an `Idempotency-Key` was sent with. */
interface KeyedCall {
  readonly companyId: string;
  readonly key: string;
  /** For example `POST /api/migrations`. */
  readonly endpoint: string;
}

/** Keeps each company's keys to one endpoint each. */
export interface IdempotencyKeyRegistry {
  /** Throws `request.key_reused` when the company sent the key to another endpoint in the last 24 hours. */
  claim(call: KeyedCall): Promise<void>;
}

const daySeconds = 24 * 60 * 60;

/** Keys are clients' own text: hashed, they have one length and cannot hold anything. */
function claimName({ companyId, key }: KeyedCall): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([companyId, key]))
    .digest('base64url');
  return `ridgeline:idempotency:${digest}`;
}

/**
 * The services compare the bodies of calls with the same key, each for its own endpoints; only here all endpoints can be
 * seen (a client that reuses a key is in error: draft-ietf-httpapi-idempotency-key-header, 2.7).
 */
export function createIdempotencyKeyRegistry(redis: RegistryRedis): IdempotencyKeyRegistry {
  return {
    async claim(call) {
      const name = claimName(call);
      const first = await redis
        .set(name, call.endpoint, { expiration: { type: 'EX', value: daySeconds }, condition: 'NX' })
        .then(async (set) => (set === null ? await redis.get(name) : call.endpoint))
        .catch((cause: unknown) => {
          throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
        });
      // Null: it ran out between the two commands.
      if (first !== null && first !== call.endpoint) throw new AppError('request.key_reused');
    },
  };
}
