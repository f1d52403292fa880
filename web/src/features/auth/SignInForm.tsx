import { login } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { FailureAlert } from '../../ui/controls/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { greetingName } from '../session/person.ts';
import { useSession } from '../session/session-context.ts';
import { useDraft } from '../session/use-draft.ts';
import { accountDraft, checkSignIn } from './account-forms.ts';
import { signInTexts as texts } from './texts.ts';

interface SignInFormProps {
  /** The person is about to be signed in. */
  readonly onSignedIn: () => void;
  readonly onForgot: () => void;
}

export function SignInForm({ onSignedIn, onForgot }: SignInFormProps) {
  const { signedIn } = useSession();
  const signIn = useCommand(login);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const form = useForm({
    draft: useDraft(accountDraft, 'email', 'rememberMe'),
    initial: { email: '', password: '', rememberMe: false },
    check: checkSignIn,
    submit: ({ email, password, rememberMe }) =>
      telling(async () => {
        const user = await withProtectedPassword(password, (field) =>
          signIn({ body: { email, password: field, rememberMe } }),
        );
        onSignedIn();
        await signedIn(user);
        // A user whose access is revoked is not welcomed.
        if (!user.accessRevoked) toast(texts.done(greetingName(user)));
      }),
  });
  return (
    <form className="fields" noValidate onSubmit={form.onSubmit}>
      {form.failure ? <FailureAlert {...texts.failed} error={form.failure} /> : null}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      <div className="auth-options">
        <Checkbox
          name="rememberMe"
          checked={form.values.rememberMe}
          onChange={(event) => {
            form.set('rememberMe', event.target.checked);
          }}
        >
          Remember me
        </Checkbox>
        <Button look="link" onClick={onForgot}>
          Forgot your password?
        </Button>
      </div>
      <Button look="primary" type="submit" block loading={form.submitting}>
        Sign in
      </Button>
    </form>
  );
}
