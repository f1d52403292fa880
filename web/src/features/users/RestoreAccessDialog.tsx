import { updateUser } from '@ridgeline/contracts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useToast } from '../../ui/toast/toast-context.ts';
import { accessTexts as texts } from './texts.ts';
import type { UserDialogProps } from './user-dialog.ts';

/** Gives a user's access back. */
export function RestoreAccessDialog({ user, onChanged, onClose }: UserDialogProps) {
  const update = useCommand(updateUser);
  const toast = useToast();
  return (
    <ConfirmDialog
      title={`Restore access of ${user.email}?`}
      confirm="Restore access"
      keep="Keep it revoked"
      danger={false}
      failure={texts.failed}
      onConfirm={async () => {
        onChanged(await update({ params: { id: String(user.id) }, body: { accessRevoked: false } }));
        toast({ title: texts.restored, description: `${user.email} can use Ridgeline again.` });
      }}
      onClose={onClose}
    >
      {user.accessRevokedReason ? <p>It was revoked with this reason: “{user.accessRevokedReason}”</p> : null}
      <p>From now on {user.email} can sign in again and work as before.</p>
    </ConfirmDialog>
  );
}
