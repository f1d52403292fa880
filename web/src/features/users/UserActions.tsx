import type { ManagedUser } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useUser } from '../session/session-context.ts';
import type { UserDialogKind } from './use-user-dialog.ts';

export interface UserActionsProps {
  readonly user: ManagedUser;
  readonly onAsk: (kind: UserDialogKind, userId: number) => void;
}

/** What an administrator can do with a user; his own access nobody takes himself. */
export function UserActions({ user, onAsk }: UserActionsProps) {
  const { id, email, accessRevoked } = user;
  const own = useUser().id === id;
  const action = (text: string, kind: UserDialogKind) => (
    <Button
      type="text"
      size="small"
      aria-label={`${text}: ${email}`}
      onClick={() => {
        onAsk(kind, id);
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className="user-actions">
      {action('Edit User', 'edit')}
      {action('Reset Password', 'reset-password')}
      {accessRevoked ? action('Restore access', 'restore') : null}
      {accessRevoked || own ? null : action('Revoke access', 'revoke')}
    </div>
  );
}
