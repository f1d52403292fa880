import type { AccessRecord } from '@ridgeline/contracts/internal';
import { AppError, setCaller } from '@ridgeline/kit';
import type { Request } from 'express';
import type { SessionPointer } from './session-pointer.ts';

/** Who is signed in with which session, as of this request. */
export interface SignedIn {
  readonly sessionId: string;
  readonly session: SessionPointer;
  readonly user: AccessRecord;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Null for a visitor, undefined until the session was read. */
    signedIn?: SignedIn | null;
  }
}

/** Sets who makes a request, null for a visitor; called by the session reader. Bindings and log lines use it from then on. */
export function rememberSignedIn(req: Request, who: SignedIn | null): void {
  req.signedIn = who;
  if (who) setCaller(req, { kind: 'user', user: who.user });
}

/** The signed-in person of a request, or null for a visitor. */
export function signedIn(req: Request): SignedIn | null {
  // The session was not read: that must never count as a visitor.
  if (req.signedIn === undefined) throw new AppError('server.failed');
  return req.signedIn;
}

/** The signed-in person of a request; `session.missing` for a visitor. */
export function requireSignedIn(req: Request): SignedIn {
  const who = signedIn(req);
  if (!who) throw new AppError('session.missing');
  return who;
}
