import { ApiError, resetPassword } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/controls/Notice.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { fieldErrorsByCode } from '../../ui/form/field-texts.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from '../session/session-context.ts';
import { checkNewPassword } from './account-forms.ts';
import { newPasswordTexts as texts } from './texts.ts';

const empty = { password: '', confirmPassword: '' };

const blame = fieldErrorsByCode<typeof empty>({
  'auth.reset_password_too_short': 'password',
  'auth.password_too_long': 'password',
  'auth.password_common': 'password',
  'auth.password_easy': 'password',
});

/** Whether the link itself is the problem, so that no other input would help. */
const linkIsOver = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'auth.reset_link_expired' || error.code === 'auth.reset_link_invalid');

interface NewPasswordDialogProps {
  readonly link: { readonly token: string; readonly userId: number };
  readonly onDone: () => Promise<void>;
  /** Asks for another link. */
  readonly onNewLink: () => void;
  readonly onClose: () => void;
}

/** Sets a new password with the link of a mail. */
export function NewPasswordDialog({ link, onDone, onNewLink, onClose }: NewPasswordDialogProps) {
  const { user } = useSession();
  const reset = useCommand(resetPassword);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const form = useForm({
    initial: empty,
    check: checkNewPassword,
    submit: ({ password }) =>
      telling(async () => {
        await withProtectedPassword(password, (field) => reset({ body: { ...link, password: field } }));
        await onDone();
        toast(texts.done);
      }),
    blame,
  });
  return (
    <FormDialog
      id="new-password"
      title={texts.title}
      form={form}
      failed={texts.failed}
      send="Set new password"
      instead={
        linkIsOver(form.failure) ? (
          <Button look="primary" onClick={onNewLink}>
            Send a new link
          </Button>
        ) : undefined
      }
      onCancel={onClose}
    >
      <p className="auth-note">
        {texts.purpose}
        {user && user.id !== link.userId ? ` ${texts.signedInAs(user.email)}` : null}
      </p>
      <PasswordField
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        help="At least 6 characters"
        strength={{ about: [] }}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

/** Shown for a link that was truncated, for example by an email client. */
export function BrokenLinkDialog({
  onNewLink,
  onClose,
}: Pick<NewPasswordDialogProps, 'onNewLink' | 'onClose'>) {
  return (
    <Dialog
      open
      title={texts.title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="link" look="primary" autoFocus onClick={onNewLink}>
          Send a new link
        </Button>,
      ]}
    >
      <Notice
        role="alert"
        tone="error"
        title={texts.brokenLink}
        text="The link is not complete. Open it again from the email, or ask for a new one."
      />
    </Dialog>
  );
}
