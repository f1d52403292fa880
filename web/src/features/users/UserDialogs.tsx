import type { ManagedUser } from '@ridgeline/contracts';
import { EditUserDialog } from './EditUserDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { RestoreAccessDialog } from './RestoreAccessDialog.tsx';
import { RevokeAccessDialog } from './RevokeAccessDialog.tsx';
import type { useUserDialog, UserDialogKind } from './use-user-dialog.ts';

/** A dialog about one user. */
export interface UserDialogProps {
  readonly user: ManagedUser;
  /** The user as the server answered after a change. */
  readonly onChanged: (user: ManagedUser) => void;
  readonly onClose: () => void;
}

const dialogs: Readonly<Record<UserDialogKind, (props: UserDialogProps) => React.ReactNode>> = {
  edit: EditUserDialog,
  'reset-password': ResetPasswordDialog,
  revoke: RevokeAccessDialog,
  restore: RestoreAccessDialog,
};

interface UserDialogsProps {
  readonly users: readonly ManagedUser[];
  readonly dialog: ReturnType<typeof useUserDialog>;
  readonly onChanged: (user: ManagedUser) => void;
}

/** The dialog that the address asks for. */
export function UserDialogs({ users, dialog: { open, close }, onChanged }: UserDialogsProps) {
  const user = users.find(({ id }) => id === open?.userId);
  if (!open || !user) return null;
  const Dialog = dialogs[open.kind];
  return <Dialog key={`${open.kind}-${user.id}`} user={user} onChanged={onChanged} onClose={close} />;
}
