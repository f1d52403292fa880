import { AppError } from '@ridgeline/kit';
import type { AccessRecord } from '@ridgeline/redis';
import type { Request } from 'express';
import type { Session } from 'express-session';
import type { SessionPointer } from './session-pointer.ts';

/** Who is signed in with which session, as of this request. */
export interface SignedIn {
  readonly sessionId: string;
  readonly session: SessionPointer;
  readonly user: AccessRecord;
}

const people = new WeakMap<object, SignedIn>();

/** Says whose a session is; the store does, with what it read. */
export function rememberSignedIn(session: object, who: SignedIn): void {
  people.set(session, who);
}

/** The signed-in person of a request, or null for a visitor. */
export function signedIn(req: Request): SignedIn | null {
  // express-session goes on without a session when its store is away; that must never pass for a visitor.
  const current = req.session as Session | undefined;
  if (!current) throw new AppError('server.unavailable', { details: { dependency: 'redis' } });
  return people.get(current) ?? null;
}

/** The signed-in person of a request; `session.missing` for a visitor. */
export function requireSignedIn(req: Request): SignedIn {
  const who = signedIn(req);
  if (!who) throw new AppError('session.missing');
  return who;
}
