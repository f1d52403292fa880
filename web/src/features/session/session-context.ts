import type { User } from '@ridgeline/contracts';
import { createContext, use } from 'react';
import type { SignOutReason, RevokedAccess } from './account.ts';

/** The session as the page knows it. */
export interface Session {
  readonly phase: 'loading' | 'failed' | 'signed-out' | 'signed-in';
  /** Present when signed in, and still while the expired session's dialog is shown. */
  readonly user: User | null;
  /** The session ended under a signed-in person. */
  readonly ended: boolean;
  /** The session continues, but nothing may be done with it any more; null while all is well. */
  readonly revoked: RevokedAccess | null;
  /** The server has not answered for a while. */
  readonly unreachable: boolean;
  /** Why the user could not be loaded. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly signedIn: (user: User) => Promise<void>;
  /** How the last session was left in this tab, or null for a first visit. */
  readonly left: SignOutReason | null;
  /** Forgets the user, and with them every cached answer. */
  readonly leave: (how: SignOutReason) => Promise<void>;
  /** Tells the other tabs what is about to happen, or did not. */
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
