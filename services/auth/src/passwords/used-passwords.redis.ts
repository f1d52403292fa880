import { createHash } from 'node:crypto';
import type { ProtectedPassword } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';

/** The part of a Redis client that the store needs (node-redis has it). */
export interface MemoryRedis {
  set(
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number }; condition: 'NX' },
  ): Promise<unknown>;
}

/** Remembers used protected passwords for as long as they could be replayed. */
export interface UsedPasswords {
  /** True for the first time. Throws `server.unavailable` when Redis is unavailable: nothing is accepted twice. */
  takeOnce(password: ProtectedPassword): Promise<boolean>;
}

/** Longer than a protected password is valid: five minutes, by a clock that may be a minute ahead. */
const rememberedSeconds = 7 * 60;

/** Keyed by the decoded bytes, because these can be spelled in several ways. Each encryption has its own IV and tag. */
function nameOf({ iv, tag }: ProtectedPassword): string {
  const digest = createHash('sha256')
    .update(Buffer.from(iv, 'base64url'))
    .update(Buffer.from(tag, 'base64url'))
    .digest('base64url');
  return `ridgeline:used-password:${digest}`;
}

/** Shared by all processes of the service through Redis. */
export function createUsedPasswords(redis: MemoryRedis): UsedPasswords {
  return {
    takeOnce: async (password) => {
      const options = { expiration: { type: 'EX', value: rememberedSeconds }, condition: 'NX' } as const;
      const set = await redis.set(nameOf(password), '1', options).catch((cause: unknown) => {
        throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
      });
      return set !== null;
    },
  };
}
