import { useState } from 'react';
import { PasswordField, PasswordOwner } from '../../ui/form/PasswordField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useUser } from '../session/session-context.ts';
import { FormActions } from './FormActions.tsx';
import { blamePassword, checkPasswords, noPasswords, useChangePassword } from './password-form.ts';
import { passwordTexts as texts } from './texts.ts';

/** Replaces a known password. */
export function PasswordPanel() {
  const { email, firstName, lastName } = useUser();
  const changePassword = useChangePassword();
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const [saved, setSaved] = useState(false);
  const form = useForm({
    initial: noPasswords,
    check: checkPasswords,
    submit: ({ currentPassword, newPassword }) =>
      telling(async () => {
        await changePassword(currentPassword, newPassword);
        form.reset(noPasswords);
        setSaved(true);
        toast(texts.updated);
      }),
    blame: blamePassword,
  });
  const untouched = Object.values(form.values).every((value) => value === '');
  return (
    <Panel title={texts.title}>
      <form className="fields" noValidate onSubmit={form.onSubmit}>
        <p className="settings-note">{texts.purpose}</p>
        <PasswordOwner email={email} />
        <PasswordField
          form={form}
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          form={form}
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          help="At least 8 characters"
          strength={{ about: [email, firstName ?? '', lastName ?? ''] }}
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm new password"
          autoComplete="new-password"
        />
        <FormActions
          form={form}
          failed={texts.failed}
          saved={saved && untouched}
          onCancel={() => {
            setSaved(false);
            form.reset(noPasswords);
          }}
        />
      </form>
    </Panel>
  );
}
