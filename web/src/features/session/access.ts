import type { User } from '@ridgeline/contracts';

/** What somebody reads whose access was revoked. */
export interface RevokedAccess {
  readonly reason: string;
  /** Whom to ask; null until a refused call has told. */
  readonly contact: string | null;
}

const unsaid = 'Access has been revoked';

/** What to tell a user whose access was revoked; null for everybody else. */
export function revokedAccess(user: User | null, contact: string | null): RevokedAccess | null {
  if (!user?.accessRevoked) return null;
  return { reason: user.accessRevokedReason?.trim() ? user.accessRevokedReason : unsaid, contact };
}
