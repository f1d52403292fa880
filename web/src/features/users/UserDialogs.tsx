import type { ManagedUser } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { useUser } from '../session/session-context.ts';
import { EditUserDialog } from './EditUserDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { RestoreAccessDialog, RevokeAccessDialog } from './RevokeAccessDialog.tsx';
import {
  offeredDialogs,
  type UserDialogKind,
  type UserDialogProps,
  type useUserDialog,
} from './use-user-dialog.ts';

const dialogs: Readonly<Record<UserDialogKind, (props: UserDialogProps) => ReactNode>> = {
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

/** The dialog that the URL asks for, if it applies to that user. */
export function UserDialogs({ users, dialog: { open, close }, onChanged }: UserDialogsProps) {
  const ownId = useUser().id;
  const user = users.find(({ id }) => id === open?.userId);
  if (!open || !user || !offeredDialogs(user, ownId).includes(open.kind)) return null;
  const Dialog = dialogs[open.kind];
  return <Dialog key={`${open.kind}-${user.id}`} user={user} onChanged={onChanged} onClose={close} />;
}
