import { forgotPassword } from '@ridgeline/contracts';
import { Button } from 'antd';
import { failureText } from '../../api/error-policy.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { TextField } from '../../components/form/TextField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useToast } from '../../components/toast/toast-context.ts';
import { checkForgot } from './account-forms.ts';
import { forgotTexts as texts } from './texts.ts';

interface ForgotPasswordDialogProps {
  /** What was typed so far. */
  readonly email: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Asks for the mail with which a new password can be set. */
export function ForgotPasswordDialog({ email, onSent, onClose }: ForgotPasswordDialogProps) {
  const ask = useCommand(forgotPassword);
  const toast = useToast();
  const form = useForm({
    initial: { email },
    check: checkForgot,
    submit: async (values) => {
      try {
        await ask({ body: values });
        onSent();
        toast(texts.done);
      } catch (error) {
        const { title, fallback } = texts.failed;
        toast({ tone: 'error', title, description: failureText(error, fallback).text });
        throw error;
      }
    },
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
        <Button key="send" type="primary" htmlType="submit" form="forgot-password" loading={form.submitting}>
          Send reset link
        </Button>,
      ]}
    >
      <form id="forgot-password" className="fields" noValidate onSubmit={form.onSubmit}>
        <p className="auth-note">{texts.purpose}</p>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
        {form.failure && !form.failureAtField ? (
          <FailureAlert {...texts.failed} error={form.failure} />
        ) : null}
      </form>
    </Dialog>
  );
}
