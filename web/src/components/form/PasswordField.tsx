import { useEffect, useRef, useState, type ReactNode } from 'react';
import { TextInput } from '../native/TextInput.tsx';
import { Field } from './Field.tsx';
import { ShowButton } from './ShowButton.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';
import type { TextName } from './TextField.tsx';
import { useCapsLock } from './use-caps-lock.ts';
import type { Form } from './use-form.ts';
import { usePasswordStrength } from './use-password-strength.ts';

interface PasswordFieldProps<Values> {
  readonly form: Form<Values>;
  readonly name: TextName<Values>;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly help?: ReactNode;
  /** For a password that is chosen here: shows how strong it is. What is known about the person makes it weaker. */
  readonly strength?: { readonly about: readonly string[] };
}

/** A password: hidden unless asked for, with a hint about Caps Lock and, where it is chosen, about its strength. */
export function PasswordField<Values>(props: PasswordFieldProps<Values>) {
  const { form, name, label, autoComplete, help, strength } = props;
  const input = useRef<HTMLInputElement>(null);
  const value = form.values[name] as string;
  const capsLock = useCapsLock();
  const measured = usePasswordStrength(value, strength?.about ?? null);
  const [shown, setShown] = useShown(input);
  return (
    <Field
      label={label}
      help={measured?.advice ?? help}
      error={form.errors[name]}
      hint={capsLock.on ? 'Caps Lock is on' : ''}
      below={strength ? <StrengthMeter strength={measured} /> : null}
    >
      {(control) => (
        <TextInput
          {...control}
          ref={input}
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          value={value}
          suffix={<ShowButton what="password" shown={shown} onChange={setShown} />}
          onChange={(event) => {
            form.set(name, event.target.value as Values[TextName<Values>]);
          }}
          onKeyDown={capsLock.look}
          onKeyUp={capsLock.look}
          onMouseDown={capsLock.look}
          onBlur={() => {
            capsLock.forget();
            form.leave(name);
          }}
        />
      )}
    </Field>
  );
}

/** Hidden again before the form is sent, so that browsers offer to store it and do not remember it as a text. */
function useShown(input: { readonly current: HTMLInputElement | null }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => {
      setShown(false);
    };
    form?.addEventListener('submit', hide);
    return () => {
      form?.removeEventListener('submit', hide);
    };
  }, [input]);
  return [shown, setShown] as const;
}
