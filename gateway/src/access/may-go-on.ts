import type { AccessRecord } from '@ridgeline/redis';
import type { SignedIn } from '../sessions/signed-in.ts';

/** Whether an answer that was begun for this user may go on, as their access is now. */
export function mayGoOn({ session, user }: SignedIn, access: AccessRecord): boolean {
  return (
    access.revokedReason === null &&
    access.companyId === user.companyId &&
    access.sessionEpoch <= session.sessionEpoch
  );
}
