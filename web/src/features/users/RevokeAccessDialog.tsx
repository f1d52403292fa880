import { updateUser, userChangeSchema } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { TextArea } from '../../ui/controls/TextInput.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { checkWith } from '../../ui/form/field-texts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toast/use-toast.ts';
import { useDraft } from '../session/use-draft.ts';
import { accessTexts as texts } from './texts.ts';
import type { UserDialogProps } from './use-user-dialog.ts';

const empty = { accessRevokedReason: '' };

/** Takes a user's access, with a reason for them to read. */
export function RevokeAccessDialog({ user, onChanged, onClose }: UserDialogProps) {
  const update = useCommand(updateUser);
  const toast = useToast();
  const form = useForm({
    draft: useDraft(`revocation-${user.id}`, 'accessRevokedReason'),
    initial: empty,
    check: (values) => checkWith(userChangeSchema, values),
    submit: async ({ accessRevokedReason }) => {
      const body = { accessRevoked: true, accessRevokedReason: accessRevokedReason.trim() || null };
      onChanged(await update({ params: { id: String(user.id) }, body }));
      onClose();
      toast({ title: texts.revoked, description: `${user.email} can no longer use Ridgeline.` });
    },
  });
  const cancel = () => {
    form.reset(empty);
    onClose();
  };
  return (
    <FormDialog
      id="revoke-access"
      title={`Revoke access of ${user.email}?`}
      form={form}
      failed={texts.failed}
      send="Revoke access"
      danger
      keep="Keep access"
      onCancel={cancel}
    >
      <p>
        It takes effect immediately, on every device, also on pages that are open. Running migrations of the
        company continue, and nothing is deleted: you can restore the access at any time.
      </p>
      <Field
        label="Reason"
        optional
        help="The user reads it when access is refused"
        error={form.errors.accessRevokedReason}
      >
        {(control) => (
          <TextArea
            {...control}
            name="accessRevokedReason"
            rows={3}
            placeholder="Access has been revoked"
            value={form.values.accessRevokedReason}
            onChange={({ target }) => {
              form.set('accessRevokedReason', target.value);
            }}
            onBlur={() => {
              form.leave('accessRevokedReason');
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

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
