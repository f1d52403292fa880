import type { EndpointInfo } from '@ridgeline/contracts';
import { idempotencyKeyOf } from '@ridgeline/kit';
import type { Request } from 'express';
import { requireSignedIn } from '../sessions/signed-in.ts';
import type { IdempotencyKeyRegistry } from './idempotency-key-registry.ts';

/** A creating call's key must not be one that another endpoint has; throws what `IdempotencyKeyRegistry.claim` throws. */
export async function claimKey(
  req: Request,
  { method, path, idempotent }: EndpointInfo,
  keys: IdempotencyKeyRegistry,
): Promise<void> {
  const key = idempotent ? idempotencyKeyOf(req) : null;
  if (key === null) return;
  const { companyId } = requireSignedIn(req).user;
  await keys.claim({ companyId, key, endpoint: `${method} ${path}` });
}
