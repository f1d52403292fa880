import { forgotPassword } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useDraft } from '../session/use-draft.ts';
import { accountDraft, checkForgot } from './account-forms.ts';
import type { AuthLink } from './auth-link.ts';
import { BrokenLinkDialog, NewPasswordDialog } from './NewPasswordDialog.tsx';
import { forgotTexts as texts } from './texts.ts';

export interface PasswordDialogsProps {
  readonly link: AuthLink;
  /** Whether the user asked for a password reset link. */
  readonly forgot: boolean;
  readonly onForgot: (asking: boolean) => void;
  readonly onMailSent: () => void;
  readonly onPasswordSet: () => Promise<void>;
  readonly onLinkDone: () => void;
}

/** The dialogs for a forgotten password; a separate chunk because few users need them. */
export default function PasswordDialogs(props: PasswordDialogsProps) {
  const { link, forgot, onForgot, onMailSent, onPasswordSet, onLinkDone } = props;
  const askForLink = () => {
    onLinkDone();
    onForgot(true);
  };
  return (
    <AntdProvider>
      {forgot ? (
        <ForgotPasswordDialog
          onSent={() => {
            onForgot(false);
            onMailSent();
          }}
          onClose={() => {
            onForgot(false);
          }}
        />
      ) : null}
      {link.kind === 'reset' ? (
        <NewPasswordDialog link={link} onDone={onPasswordSet} onNewLink={askForLink} onClose={onLinkDone} />
      ) : null}
      {link.kind === 'broken-reset' ? <BrokenLinkDialog onNewLink={askForLink} onClose={onLinkDone} /> : null}
    </AntdProvider>
  );
}

interface ForgotPasswordDialogProps {
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Requests an email with a password reset link. */
export function ForgotPasswordDialog({ onSent, onClose }: ForgotPasswordDialogProps) {
  const ask = useCommand(forgotPassword);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const form = useForm({
    // Prefilled with the email typed so far, here or in the form behind the dialog.
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
    <FormDialog
      id="forgot-password"
      title={texts.title}
      form={form}
      failed={texts.failed}
      send="Send reset link"
      onCancel={onClose}
    >
      <p className="auth-note">{texts.purpose}</p>
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
    </FormDialog>
  );
}
