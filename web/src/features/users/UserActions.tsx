import type { ManagedUser } from '@ridgeline/contracts';
import { Button } from '../../ui/controls/Button.tsx';
import { useUser } from '../session/session-context.ts';
import { offeredDialogs, type UserDialogKind } from './use-user-dialog.ts';

export interface UserActionsProps {
  readonly user: ManagedUser;
  readonly onAsk: (kind: UserDialogKind, userId: number) => void;
}

const names: Readonly<Record<UserDialogKind, string>> = {
  edit: 'Edit User',
  'reset-password': 'Reset Password',
  restore: 'Restore access',
  revoke: 'Revoke access',
};

/** What an administrator can do with a user. */
export function UserActions({ user, onAsk }: UserActionsProps) {
  const ownId = useUser().id;
  return (
    <div className="user-actions">
      {offeredDialogs(user, ownId).map((kind) => (
        <Button
          key={kind}
          small
          aria-label={`${names[kind]}: ${user.email}`}
          onClick={() => {
            onAsk(kind, user.id);
          }}
        >
          {names[kind]}
        </Button>
      ))}
    </div>
  );
}
