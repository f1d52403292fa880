import { forgotPassword } from '@ridgeline/contracts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FormFailure } from '../../ui/form/FormFailure.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toast/toast-context.ts';
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts';
import { useDraft } from '../session/use-draft.ts';
import { accountDraft, checkForgot } from './account-forms.ts';
import { forgotTexts as texts } from './texts.ts';

interface ForgotPasswordDialogProps {
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Asks for the mail with which a new password can be set. */
export function ForgotPasswordDialog({ onSent, onClose }: ForgotPasswordDialogProps) {
  const ask = useCommand(forgotPassword);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const form = useForm({
    // What was typed so far, here or at the form behind.
    draft: useDraft(accountDraft, 'email'),
    initial: { email: '' },
    check: checkForgot,
    submit: (values) =>
      telling(async () => {
        await ask({ body: values });
        onSent();
        toast(texts.done);
      }),
  });
  return (
    <Dialog
      open
      title={texts.title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" disabled={form.submitting} onClick={onClose}>
          Cancel
        </Button>,
        <Button key="send" look="primary" type="submit" form="forgot-password" loading={form.submitting}>
          Send reset link
        </Button>,
      ]}
    >
      <form id="forgot-password" className="fields" noValidate onSubmit={form.onSubmit}>
        <p className="auth-note">{texts.purpose}</p>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
        <FormFailure form={form} texts={texts.failed} />
      </form>
    </Dialog>
  );
}
