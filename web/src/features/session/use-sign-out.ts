import { logout } from '@ridgeline/contracts';
import { useCallback } from 'react';
import { useCommand } from '../../api/command.ts';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from './session-context.ts';

const failed = { title: 'Logout failed', fallback: '' };

/**
 * Ends the session on the server, clears all data in the page and opens the sign-in page. Returns whether it succeeded; if
 * not, a toast says why.
 */
export function useSignOut(): () => Promise<boolean> {
  const { leave, tellTabs } = useSession();
  const end = useCommand(logout);
  const toast = useToast();
  const telling = useFailureToast(failed);
  return useCallback(async () => {
    // Before the call: the server ends the other tabs' streams before it answers this one.
    tellTabs('signing-out');
    try {
      await telling(() => end());
    } catch {
      tellTabs('stayed');
      return false;
    }
    await leave('signed-out');
    toast({ title: 'Logged out', description: 'You have been logged out successfully.' });
    return true;
  }, [end, leave, tellTabs, telling, toast]);
}

/** Where a person wanted to go before signing in. Session storage: it ends with the tab, and holds no secret. */
const key = 'ridgeline.redirect-after-auth';

/** Whether a stored path may be followed: one of our own pages, and not the sign-in page itself. */
export function isReturnPath(path: string | null): path is string {
  return path !== null && /^\/(?![/\\])/.test(path) && !/^\/auth(?:[/?#]|$)/.test(path);
}

export function rememberReturnPath(path: string, storage: Storage = sessionStorage): void {
  if (isReturnPath(path)) storage.setItem(key, path);
}

/** The remembered path, or the dashboard. */
export function returnPath(storage: Storage = sessionStorage): string {
  const path = storage.getItem(key);
  return isReturnPath(path) ? path : '/';
}

export function forgetReturnPath(storage: Storage = sessionStorage): void {
  storage.removeItem(key);
}
