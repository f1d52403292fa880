import { ApiError, register } from '@ridgeline/contracts';
import { Button } from 'antd';
import { failureText } from '../../api/error-policy.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { useCommand } from '../../api/use-command.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { TextField } from '../../components/form/TextField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useToast } from '../../components/toast/toast-context.ts';
import { greetingName } from '../session/person.ts';
import { useSession } from '../session/session-context.ts';
import { checkRegistration, registrationFailureTitle } from './account-forms.ts';

const fallback = 'An error occurred during registration';
const titleOf = (error: unknown) => registrationFailureTitle(error instanceof ApiError ? error.code : null);

export function RegisterForm() {
  const { signedIn } = useSession();
  const createAccount = useCommand(register);
  const toast = useToast();
  const form = useForm({
    initial: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    check: checkRegistration,
    submit: async ({ firstName, lastName, email, password }) => {
      try {
        const user = await withProtectedPassword(password, (field) =>
          createAccount({ body: { email, username: email, password: field, firstName, lastName } }),
        );
        await signedIn(user);
        toast({ title: 'Registration successful', description: `Welcome, ${greetingName(user)}!` });
      } catch (error) {
        toast({ tone: 'error', title: titleOf(error), description: failureText(error, fallback).text });
        throw error;
      }
    },
    blame: (error) =>
      error instanceof ApiError && error.code === 'auth.email_taken' ? { email: error.message } : {},
  });
  const { failure } = form;
  return (
    <form className="fields" noValidate onSubmit={form.onSubmit}>
      {failure ? (
        <FailureAlert
          title={titleOf(failure)}
          error={failure}
          fallback={fallback}
          advice={form.failureAtField ? 'Correct the marked field and try again.' : null}
        />
      ) : null}
      <div className="fields-pair">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" optional />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        help="At least 8 characters"
      />
      <TextField
        form={form}
        name="confirmPassword"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
      />
      <Button type="primary" htmlType="submit" block loading={form.submitting}>
        Create account
      </Button>
    </form>
  );
}
