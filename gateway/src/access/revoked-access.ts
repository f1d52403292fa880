import type { EndpointInfo } from '@ridgeline/contracts';
import { publicEndpoints } from '@ridgeline/contracts/openapi';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';
import { signedIn, type SignedIn } from '../sessions/signed-in.ts';

/** Whether an answer that was begun for this user may go on, as their access is now. */
export function mayGoOn({ session, user }: SignedIn, access: AccessRecord): boolean {
  return (
    access.revokedReason === null &&
    access.companyId === user.companyId &&
    access.sessionEpoch <= session.sessionEpoch
  );
}

const nameOf = ({ method, path }: Pick<EndpointInfo, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * What a user whose access was revoked may still call: who they are, so that the app can tell them; that they have read
 * it; and signing out (docs/decisions.md, 5). Public calls stay open too: the same browser may sign in another user.
 */
const open: ReadonlySet<string> = new Set(
  publicEndpoints.filter(({ access, openToRevoked }) => access === 'public' || openToRevoked).map(nameOf),
);

/** Refuses all other calls of users whose access was revoked, addresses that do not exist included. */
export function refuseRevoked({ supportContact }: { supportContact: string }): RequestHandler {
  return (req, _res, next) => {
    const reason = signedIn(req)?.user.revokedReason ?? null;
    if (reason !== null && !open.has(nameOf(req as { method: EndpointInfo['method']; path: string })))
      throw new AppError('session.access_revoked', {
        ...(reason === '' ? {} : { text: reason }),
        extra: { status: 'access_denied', title: 'Access Revoked', contact: supportContact },
      });
    next();
  };
}
