import { LockOutlined } from '@ant-design/icons';
import { profileSchema, updateProfile, type User } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { checkWith } from '../../ui/form/field-texts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useSession, useUser } from '../session/session-context.ts';
import { useDraft } from '../session/use-draft.ts';
import { FormActions } from './FormActions.tsx';
import { profileTexts as texts } from './texts.ts';

const namesOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
});

/** The user's own name; email and company are read-only, with an explanation. */
export function ProfilePanel() {
  const user = useUser();
  const { signedIn } = useSession();
  const save = useCommand(updateProfile);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const [saved, setSaved] = useState(false);
  const form = useForm({
    draft: useDraft('profile', 'firstName', 'lastName'),
    initial: namesOf(user),
    check: (values) => checkWith(profileSchema, values),
    submit: (values) =>
      telling(async () => {
        const changed = await save({ body: values });
        // As after a sign-in, this browser's other tabs reload the user.
        await signedIn(changed);
        form.reset(namesOf(changed));
        setSaved(true);
        toast(texts.updated);
      }),
  });
  const stored = namesOf(user);
  const unchanged = form.values.firstName === stored.firstName && form.values.lastName === stored.lastName;
  return (
    <Panel title={texts.title}>
      <form className="fields" noValidate onSubmit={form.onSubmit}>
        <div className="fields-pair">
          <TextField form={form} name="firstName" label="First name" autoComplete="given-name" optional />
          <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" optional />
        </div>
        <ReadOnlyField label="Email" value={user.email} reason={texts.emailNote} />
        <ReadOnlyField label="Company ID" value={user.companyId} reason={texts.companyNote} />
        <FormActions
          form={form}
          failed={texts.failed}
          saved={saved && unchanged}
          onCancel={() => {
            setSaved(false);
            form.reset(stored);
          }}
        />
      </form>
    </Panel>
  );
}

interface ReadOnlyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Why it cannot be changed here. */
  readonly reason: string;
}

/** A value of a form that cannot be changed there; it can still be selected and copied. */
function ReadOnlyField({ label, value, reason }: ReadOnlyFieldProps) {
  return (
    <Field label={label} help={reason}>
      {(control) => <TextInput {...control} readOnly value={value} suffix={<LockOutlined aria-hidden />} />}
    </Field>
  );
}
