import { updateUser } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { fieldErrorsByCode } from '../../ui/form/field-texts.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Ago } from '../../ui/text/Ago.tsx';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useDraft } from '../session/use-draft.ts';
import { editTexts as texts } from './texts.ts';
import type { UserDialogProps } from './use-user-dialog.ts';
import { changesOf, checkChanges, valuesOf, type UserValues } from './use-users.ts';

const blame = fieldErrorsByCode<UserValues>({
  'auth.email_taken': 'email',
  'user.company_unknown': 'companyId',
  'user.own_access': 'companyId',
});

/** Names, email and company of a user; only what is filled in and changed is sent. */
export function EditUserDialog({ user, onChanged, onClose }: UserDialogProps) {
  const update = useCommand(updateUser);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const form = useForm({
    draft: useDraft(`user-${user.id}`, 'firstName', 'lastName', 'email', 'companyId'),
    initial: valuesOf(user),
    check: (values) => checkChanges(user, values),
    submit: (values) =>
      telling(async () => {
        const changed = await update({ params: { id: String(user.id) }, body: changesOf(user, values) });
        onChanged(changed);
        onClose();
        toast({ title: texts.updated, description: `The changes to ${changed.email} are saved.` });
      }),
    blame,
  });
  const { values } = form;
  const cancel = () => {
    form.reset(valuesOf(user));
    onClose();
  };
  const unchanged = Object.keys(changesOf(user, values)).length === 0;
  const kept = (value: string, stored: string | null) =>
    value.trim() === '' && stored ? `Left empty, it stays ${stored}` : undefined;
  return (
    <FormDialog
      id="edit-user"
      autoComplete="off"
      title="Edit User"
      form={form}
      failed={texts.failed}
      send="Save changes"
      disabled={unchanged}
      onCancel={cancel}
    >
      <p className="users-about numbers">
        User #{user.id}, {user.lastSignInAt ? 'last signed in' : 'registered'}{' '}
        <Ago time={user.lastSignInAt ?? user.createdAt} />
      </p>
      <div className="fields-pair">
        <TextField
          form={form}
          name="firstName"
          label="First name"
          help={kept(values.firstName, user.firstName)}
        />
        <TextField
          form={form}
          name="lastName"
          label="Last name"
          help={kept(values.lastName, user.lastName)}
        />
      </div>
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        help={kept(values.email, user.email) ?? 'The address to sign in with, and for every email'}
      />
      <TextField
        form={form}
        name="companyId"
        label="Company ID"
        help={
          kept(values.companyId, user.companyId) ??
          'The user sees the connections and migrations of this company'
        }
      />
    </FormDialog>
  );
}
