import type { ReactNode } from 'react';
import { TextInput } from '../controls/TextInput.tsx';
import { Field } from './Field.tsx';
import type { Form } from './use-form.ts';

/** The names of a form's fields that hold text. */
export type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

interface TextFieldProps<Values> {
  readonly form: Form<Values>;
  readonly name: TextName<Values>;
  readonly label: string;
  readonly help?: ReactNode;
  readonly optional?: boolean;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'email';
  readonly readOnly?: boolean;
}

/** A line of text of a form. */
export function TextField<Values>({
  form,
  name,
  label,
  help,
  optional = false,
  type = 'text',
  ...rest
}: TextFieldProps<Values>) {
  return (
    <Field label={label} help={help} optional={optional} error={form.errors[name]}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          {...(type === 'email' ? { type: 'email', inputMode: 'email' } : {})}
          name={name}
          value={form.values[name] as string}
          onChange={(event) => {
            form.set(name, event.target.value as Values[TextName<Values>]);
          }}
          onBlur={() => {
            form.leave(name);
          }}
        />
      )}
    </Field>
  );
}
