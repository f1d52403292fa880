import { register } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';
import { failureText } from '../../api/error-policy.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../ui/controls/Notice.tsx';
import { correctMarked, fieldErrorsByCode } from '../../ui/form/field-texts.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toast/use-toast.ts';
import { greetingName } from '../session/person.ts';
import { useSession } from '../session/session-context.ts';
import { useDraft } from '../session/use-draft.ts';
import {
  accountDraft,
  checkRegistration,
  missingBothText,
  registrationFailureTitle,
  type RegisterValues,
} from './account-forms.ts';
import { invitationTexts, registrationTexts as texts } from './texts.ts';

const blame = fieldErrorsByCode<RegisterValues>({
  'auth.email_taken': 'email',
  'team.invitation_other_email': 'email',
  'auth.password_too_short': 'password',
  'auth.password_too_long': 'password',
  'auth.password_common': 'password',
  'auth.password_easy': 'password',
});

interface RegisterFormProps {
  /** The invitation being accepted, which sets the account's email. */
  readonly invitation: { readonly token: string; readonly email: string } | null;
  /** The account has been created and is about to be signed in. */
  readonly onCreated: () => void;
}

export function RegisterForm({ invitation, onCreated }: RegisterFormProps) {
  const { signedIn } = useSession();
  const createAccount = useCommand(register);
  const toast = useToast();
  // An invitation's email is not typed, so the sign-in form does not reuse it.
  const names = useDraft(accountDraft, 'firstName', 'lastName');
  const all = useDraft(accountDraft, 'firstName', 'lastName', 'email');
  const form = useForm({
    draft: invitation ? names : all,
    fixed: invitation ? ['email'] : [],
    initial: {
      firstName: '',
      lastName: '',
      email: invitation?.email ?? '',
      password: '',
      confirmPassword: '',
    },
    check: checkRegistration,
    submit: async ({ firstName, lastName, email, password }) => {
      const invited = invitation ? { invitation: invitation.token } : {};
      try {
        const user = await withProtectedPassword(password, (field) =>
          createAccount({
            body: { email, username: email, password: field, firstName, lastName, ...invited },
          }),
        );
        onCreated();
        await signedIn(user);
        toast(texts.done(greetingName(user)));
      } catch (error) {
        const { text } = failureText(error, texts.failed.fallback);
        toast({ tone: 'error', title: registrationFailureTitle(error), description: text });
        throw error;
      }
    },
    blame,
  });
  const { failure, values } = form;
  const missing = missingBothText(values, form.errors);
  return (
    <form className="fields" noValidate onSubmit={form.onSubmit}>
      {failure ? (
        <FailureAlert
          title={registrationFailureTitle(failure)}
          error={failure}
          fallback={texts.failed.fallback}
          advice={form.failedFields > 0 ? `${correctMarked(form.failedFields)} and try again.` : null}
        />
      ) : null}
      {missing === null ? null : <Notice role="alert" tone="error" title={missing} />}
      <div className="fields-pair">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" optional />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        {...(invitation ? { readOnly: true, help: invitationTexts.emailHelp } : {})}
      />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="new-password"
        help="At least 8 characters"
        strength={{ about: [values.email, values.firstName, values.lastName] }}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
      />
      <Button look="primary" type="submit" block loading={form.submitting}>
        Create account
      </Button>
    </form>
  );
}
