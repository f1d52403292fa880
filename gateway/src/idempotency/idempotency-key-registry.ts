import { createHash } from 'node:crypto';
import type { EndpointInfo } from '@ridgeline/contracts';
import { AppError, idempotencyKeyOf } from '@ridgeline/kit';
import type { RedisClient } from '@ridgeline/redis';
import type { Request, Response } from 'express';
import { requireSignedIn } from '../sessions/signed-in.ts';

/** Which creating call an `Idempotency-Key` was sent with, and by whom. */
interface KeyedCall {
  readonly companyId: string;
  readonly userId: number;
  readonly key: string;
  /** For example `POST /api/migrations`. */
  readonly endpoint: string;
}

/** Releases what a call claimed, after the call was refused before it had an effect. */
type GiveBack = () => Promise<void>;

/** Keeps each company's keys to one endpoint each. */
export interface IdempotencyKeyRegistry {
  /**
   * Throws `request.key_reused` when the company sent the key to another endpoint in the last 24 hours, and
   * `request.too_many` when the person or the company has sent too many fresh keys in that time.
   */
  claim(call: KeyedCall): Promise<GiveBack>;
}

const daySeconds = 24 * 60 * 60;

/** Fresh keys per day of calls that had an effect: about 200 bytes each, so at most 1 MB per company. */
export const freshKeys = { perUser: 1_000, perCompany: 5_000 } as const;

/** Clients choose their keys freely: hashing gives every key the same length and hides its content. */
function claimName({ companyId, key }: KeyedCall): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([companyId, key]))
    .digest('base64url');
  return `ridgeline:idempotency:${digest}`;
}

const counterOf = {
  user: ({ userId }: KeyedCall) => `ridgeline:idempotency:of-user:${userId}`,
  company: ({ companyId }: KeyedCall) => `ridgeline:idempotency:of-company:${companyId}`,
};

const forADay = { expiration: { type: 'EX', value: daySeconds }, condition: 'NX' } as const;
const nothing: GiveBack = () => Promise.resolve();

const unavailable = (cause: unknown): never => {
  throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
};

/**
 * Services compare the bodies of calls with the same key, each for its own endpoints. Only the gateway sees all endpoints
 * (reusing a key is a client error: draft-ietf-httpapi-idempotency-key-header, 2.7).
 */
export function createIdempotencyKeyRegistry(
  redis: Pick<RedisClient, 'get' | 'set' | 'multi'>,
): IdempotencyKeyRegistry {
  /** Counts a fresh key, or removes it from the count; a counter starts with its first key and expires a day later. */
  const count = async (call: KeyedCall, by: 1 | -1) => {
    const [user, company] = [counterOf.user(call), counterOf.company(call)];
    const counted = redis
      .multi()
      .set(user, 0, forADay)
      .incrBy(user, by)
      .set(company, 0, forADay)
      .incrBy(company, by);
    const [, ofUser, , ofCompany] = await (by === 1 ? counted : counted.del(claimName(call))).exec();
    return { ofUser: Number(ofUser), ofCompany: Number(ofCompany) };
  };

  const take = async (call: KeyedCall): Promise<GiveBack> => {
    const giveBack = async (): Promise<void> => {
      await count(call, -1);
    };
    const { ofUser, ofCompany } = await count(call, 1);
    if (ofUser <= freshKeys.perUser && ofCompany <= freshKeys.perCompany) return giveBack;
    await giveBack();
    throw new AppError('request.too_many', { retryAfterSeconds: 60 * 60 });
  };

  return {
    async claim(call) {
      const name = claimName(call);
      const isFresh = (await redis.set(name, call.endpoint, forADay).catch(unavailable)) !== null;
      if (isFresh)
        return take(call).catch((error: unknown) =>
          error instanceof AppError ? Promise.reject(error) : unavailable(error),
        );
      const first = await redis.get(name).catch(unavailable);
      // Null: the key expired between the two commands.
      if (first !== null && first !== call.endpoint) throw new AppError('request.key_reused');
      return nothing;
    },
  };
}

/** Whether a call was refused before it had an effect. A 409 concerns the key, or the result of another call with it. */
const isRefused = ({ statusCode }: Response): boolean =>
  statusCode >= 400 && statusCode < 500 && statusCode !== 409;

/**
 * Claims a creating call's key, which no other endpoint may have; throws what `IdempotencyKeyRegistry.claim` throws. The
 * fresh key of a refused call is released.
 */
export async function claimKey(
  { req, res }: { readonly req: Request; readonly res: Response },
  { method, path, idempotent }: EndpointInfo,
  keys: IdempotencyKeyRegistry,
): Promise<void> {
  const key = idempotent ? idempotencyKeyOf(req) : null;
  if (key === null) return;
  const { companyId, userId } = requireSignedIn(req).user;
  const giveBack = await keys.claim({ companyId, userId, key, endpoint: `${method} ${path}` });
  res.once('close', () => {
    // A claim that cannot be released expires automatically.
    if (isRefused(res)) void giveBack().catch(() => undefined);
  });
}
