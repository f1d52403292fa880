import type { User } from '@ridgeline/contracts';
import { createContext, use } from 'react';
import type { SignOutReason, RevokedAccess } from './account.ts';

/** The session as the page knows it. */
export interface Session {
  readonly phase: 'loading' | 'failed' | 'signed-out' | 'signed-in';
  /** Present while signed in, and while the dialog of an expired session is shown. */
  readonly user: User | null;
  /** Whether the session of a signed-in user ended. */
  readonly ended: boolean;
  /** Set if the session continues but access was revoked; else null. */
  readonly revoked: RevokedAccess | null;
  /** The server has not answered for a while. */
  readonly unreachable: boolean;
  /** Why the user could not be loaded. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly signedIn: (user: User) => Promise<void>;
  /** Why this tab last left a session, or null on a first visit. */
  readonly left: SignOutReason | null;
  /** Forgets the user, and with them every cached answer. */
  readonly leave: (how: SignOutReason) => Promise<void>;
  /** Tells the other tabs that a sign-out is about to happen or has failed. */
  readonly tellTabs: (type: 'signing-out' | 'stayed') => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionProvider');
  return session;
}

/** The signed-in user; only for what is shown behind RequireUser. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('useUser is used outside of RequireUser');
  return user;
}
