import { login } from '@ridgeline/contracts';
import { Button, Checkbox } from 'antd';
import { failureText } from '../../api/error-policy.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { useCommand } from '../../api/use-command.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { TextField } from '../../components/form/TextField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useToast } from '../../components/toast/toast-context.ts';
import { greetingName } from '../session/person.ts';
import { useSession } from '../session/session-context.ts';
import { checkSignIn } from './account-forms.ts';

const title = 'Login failed';
const fallback = 'An error occurred during login';

export function SignInForm() {
  const { signedIn } = useSession();
  const signIn = useCommand(login);
  const toast = useToast();
  const form = useForm({
    initial: { email: '', password: '', rememberMe: false },
    check: checkSignIn,
    submit: async ({ email, password, rememberMe }) => {
      try {
        const user = await withProtectedPassword(password, (field) =>
          signIn({ body: { email, password: field, rememberMe } }),
        );
        await signedIn(user);
        toast({ title: 'Login successful', description: `Welcome back, ${greetingName(user)}!` });
      } catch (error) {
        toast({ tone: 'error', title, description: failureText(error, fallback).text });
        throw error;
      }
    },
  });
  return (
    <form className="fields" noValidate onSubmit={form.onSubmit}>
      {form.failure ? <FailureAlert title={title} error={form.failure} fallback={fallback} /> : null}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <Checkbox
        name="rememberMe"
        checked={form.values.rememberMe}
        onChange={(event) => {
          form.set('rememberMe', event.target.checked);
        }}
      >
        Remember me
      </Checkbox>
      <Button type="primary" htmlType="submit" block loading={form.submitting}>
        Sign in
      </Button>
    </form>
  );
}
