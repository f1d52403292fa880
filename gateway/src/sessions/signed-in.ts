import { AppError } from '@ridgeline/kit';
import type { AccessRecord } from '@ridgeline/redis';
import type { Request } from 'express';
import type { SessionPointer } from './session-pointer.ts';

/** Who is signed in with which session, as of this request. */
export interface SignedIn {
  readonly sessionId: string;
  readonly session: SessionPointer;
  readonly user: AccessRecord;
}

const people = new WeakMap<Request, SignedIn | null>();

/** Says who makes a request, null for a visitor; the session reader does. */
export function rememberSignedIn(req: Request, who: SignedIn | null): void {
  people.set(req, who);
}

/** The signed-in person of a request, or null for a visitor. */
export function signedIn(req: Request): SignedIn | null {
  const who = people.get(req);
  // Nobody looked: that must never pass for a visitor.
  if (who === undefined) throw new AppError('server.failed');
  return who;
}

/** The signed-in person of a request; `session.missing` for a visitor. */
export function requireSignedIn(req: Request): SignedIn {
  const who = signedIn(req);
  if (!who) throw new AppError('session.missing');
  return who;
}
