import type { EndpointInfo } from '@ridgeline/contracts';
import { publicEndpoints } from '@ridgeline/contracts/openapi';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';
import { signedIn, type SignedIn } from '../sessions/signed-in.ts';

/** Whether an answer in progress for this user may continue under their current access. */
export function mayGoOn({ session, user }: SignedIn, access: AccessRecord): boolean {
  return (
    access.revokedReason === null &&
    access.companyId === user.companyId &&
    access.sessionEpoch <= session.sessionEpoch
  );
}

const nameOf = ({ method, path }: Pick<EndpointInfo, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * Calls that a user with revoked access may still make: reading who they are, so that the app can inform them; confirming
 * that they have read it; and signing out (docs/decisions.md, 5). Public calls stay open too: another user may sign in with
 * the same browser.
 */
const open: ReadonlySet<string> = new Set(
  publicEndpoints.filter(({ access, openToRevoked }) => access === 'public' || openToRevoked).map(nameOf),
);

/** Refuses all other calls of users whose access was revoked, including calls to unknown addresses. */
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
