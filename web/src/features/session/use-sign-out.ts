import { logout } from '@ridgeline/contracts';
import { useCallback } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { useToast } from '../../ui/toast/toast-context.ts';
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts';
import { useSession } from './session-context.ts';

const failed = { title: 'Logout failed', fallback: '' };

/**
 * Ends the session on the server, forgets everything in the page and leads to the sign-in page. Answers whether it did:
 * when it could not, it was told why.
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
