import { resetUserPassword } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { fieldErrorsByCode } from '../../ui/form/field-texts.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useUser } from '../session/session-context.ts';
import { resetTexts as texts } from './texts.ts';
import type { UserDialogProps } from './use-user-dialog.ts';

const empty: ResetValues = { newPassword: '', confirmPassword: '' };

const blame = fieldErrorsByCode<ResetValues>({
  'user.password_too_short': 'newPassword',
  'auth.password_too_long': 'newPassword',
  'auth.password_common': 'newPassword',
  'auth.password_easy': 'newPassword',
});

/** A new password for a user who cannot get one by email. */
export function ResetPasswordDialog({ user, onClose }: UserDialogProps) {
  const reset = useCommand(resetUserPassword);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const own = useUser().id === user.id;
  const typing = useForm({
    initial: empty,
    check: typingErrors,
    submit: ({ newPassword }) =>
      telling(async () => {
        await withProtectedPassword(newPassword, (field) =>
          reset({ params: { id: String(user.id) }, body: { newPassword: field } }),
        );
        onClose();
        toast({
          title: texts.done,
          description: `${user.email} signs in with the new password from now on.`,
        });
      }),
    blame,
  });
  // The texts are shown at the fields while typing, not only when a field is left.
  const form = { ...typing, errors: { ...typing.errors, ...typingErrors(typing.values) } };
  const [problem] = resetProblems(form.values);
  return (
    <FormDialog
      id="reset-password"
      title="Reset Password"
      form={form}
      failed={texts.failed}
      send="Reset Password"
      disabled={problem !== undefined}
      onCancel={onClose}
      onKeyDown={({ key, target }) => {
        // A browser does not submit past a disabled button, and would leave the Enter key without an answer.
        if (key === 'Enter' && target instanceof HTMLInputElement && problem)
          toast({ tone: 'error', title: problem.title, description: problem.text });
      }}
    >
      <p className="users-about">
        {user.email} is signed out on every device
        {own ? ', you on this one too,' : ''} and signs in with the new password.
      </p>
      <PasswordField
        form={form}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        help="At least 8 characters"
        strength={{ about: [user.email, user.firstName ?? '', user.lastName ?? ''] }}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

interface ResetValues {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

interface ResetProblem {
  readonly field: keyof ResetValues;
  readonly title: string;
  readonly text: string;
}

const minimum = 8;

/** The problems that prevent a reset, in order; none if both fields are filled, equal and long enough. */
export function resetProblems({ newPassword, confirmPassword }: ResetValues): readonly ResetProblem[] {
  return [
    ...(newPassword.length < minimum ? [{ field: 'newPassword' as const, ...texts.tooShort }] : []),
    ...(newPassword === confirmPassword ? [] : [{ field: 'confirmPassword' as const, ...texts.mismatch }]),
  ];
}

/** The problems to show at their fields while typing; an empty field shows none. */
export function typingErrors(values: ResetValues): Partial<Record<keyof ResetValues, string>> {
  const said = resetProblems(values).filter(({ field }) => values[field] !== '');
  return Object.fromEntries(said.map(({ field, text }) => [field, text]));
}
