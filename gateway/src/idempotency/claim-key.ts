import type { EndpointInfo } from '@ridgeline/contracts';
import { idempotencyKeyOf } from '@ridgeline/kit';
import type { Request, Response } from 'express';
import { requireSignedIn } from '../sessions/signed-in.ts';
import type { IdempotencyKeyRegistry } from './idempotency-key-registry.ts';

/** Refused before it had an effect. A 409 is about the key, or about what another call with it came to. */
const isRefused = ({ statusCode }: Response): boolean =>
  statusCode >= 400 && statusCode < 500 && statusCode !== 409;

/**
 * A creating call's key must not be one that another endpoint has; throws what `IdempotencyKeyRegistry.claim` throws. A
 * fresh key of a call that is refused is given back and removed.
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
    // What cannot be given back expires automatically.
    if (isRefused(res)) void giveBack().catch(() => undefined);
  });
}
