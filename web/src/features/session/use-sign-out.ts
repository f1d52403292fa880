import { logout } from '@ridgeline/contracts';
import { useCallback } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { useCommand } from '../../api/use-command.ts';
import { useToast } from '../../components/toast/toast-context.ts';
import { useSession } from './session-context.ts';

/**
 * Ends the session on the server, forgets everything in the page and leads to the sign-in page. Answers whether it did:
 * when it could not, a toast has said why.
 */
export function useSignOut(): () => Promise<boolean> {
  const { leave, tellTabs } = useSession();
  const end = useCommand(logout);
  const toast = useToast();
  return useCallback(async () => {
    // Before the call: the server ends the other tabs' streams before it answers this one.
    tellTabs('signing-out');
    try {
      await end();
    } catch (error) {
      tellTabs('stayed');
      toast({ tone: 'error', title: 'Logout failed', description: failureText(error, '').text });
      return false;
    }
    await leave('signed-out');
    toast({ title: 'Logged out', description: 'You have been logged out successfully.' });
    return true;
  }, [end, leave, tellTabs, toast]);
}
