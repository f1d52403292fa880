import { changePassword } from '@ridgeline/contracts';
import { useCallback } from 'react';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { useCommand } from '../../api/use-command.ts';
import { isUnreadableSuccess, passwordFailure } from './password-form.ts';

/** Changes one's own password; every other session of the account ends. Throws like the client. */
export function useChangePassword(): (currentPassword: string, newPassword: string) => Promise<void> {
  const change = useCommand(changePassword);
  return useCallback(
    async (currentPassword, newPassword) => {
      try {
        await withProtectedPassword(currentPassword, (current) =>
          withProtectedPassword(newPassword, (next) =>
            // Of this call alone: a key that cannot be read changes nothing.
            change({ body: { currentPassword: current, newPassword: next } }).catch((error: unknown) => {
              if (!isUnreadableSuccess(error)) throw error;
            }),
          ),
        );
      } catch (error) {
        throw passwordFailure(error);
      }
    },
    [change],
  );
}
