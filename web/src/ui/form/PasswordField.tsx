import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { TextInput } from '../controls/TextInput.tsx';
import { Field } from './Field.tsx';
import type { PasswordStrength, passwordStrength } from './password-strength.ts';
import { ShowButton } from './ShowButton.tsx';
import type { TextName } from './TextField.tsx';
import type { Form } from './use-form.ts';
import './strength-meter.css';

interface PasswordFieldProps<Values> {
  readonly form: Form<Values>;
  readonly name: TextName<Values>;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly help?: ReactNode;
  /** For a newly chosen password: shows its strength. Known facts about the user make it weaker. */
  readonly strength?: { readonly about: readonly string[] };
}

/** A password: hidden unless the user shows it, with a hint about Caps Lock and, for a new password, about its strength. */
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

interface CapsLock {
  readonly on: boolean;
  /** For the field: only keyboard and pointer events reveal the state of Caps Lock. */
  readonly look: (event: KeyboardEvent | MouseEvent) => void;
  /** For when the field is left: no one types there any more. */
  readonly forget: () => void;
}

/** Whether Caps Lock is on while a field has the focus. */
function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  return {
    on,
    look: (event) => {
      setOn(event.getModifierState('CapsLock'));
    },
    forget: () => {
      setOn(false);
    },
  };
}

const bars = [1, 2, 3, 4];

/** How strong a password is, as bars and as a word; empty bars while nothing is typed, so that nothing jumps. */
function StrengthMeter({ strength }: { readonly strength: PasswordStrength | null }) {
  const level = strength?.level ?? 0;
  return (
    <div className={`strength strength-${level}`}>
      {bars.map((bar) => (
        <span key={bar} className={bar <= level ? 'strength-bar strength-bar-filled' : 'strength-bar'} />
      ))}
      <span className="strength-word" role="status">
        {strength ? (
          <>
            <span className="visually-hidden">Password strength: </span>
            {strength.word}
          </>
        ) : null}
      </span>
    </div>
  );
}

/** The strength of the typed password; null while it is empty, and until the first character has loaded the estimator. */
function usePasswordStrength(password: string, about: readonly string[] | null): PasswordStrength | null {
  const [measure, setMeasure] = useState<typeof passwordStrength | null>(null);
  const wanted = about !== null && password !== '' && measure === null;
  useEffect(() => {
    if (!wanted) return;
    import('./password-strength.ts').then(
      (loaded) => {
        setMeasure(() => loaded.passwordStrength);
      },
      // Without a network, the form cannot be submitted either, so a missing hint does not matter.
      () => undefined,
    );
  }, [wanted]);
  return about && measure && password ? measure(password, about) : null;
}

/** A hidden field that says whose password a form is about, so that password managers save it under that name. */
export function PasswordOwner({ email }: { readonly email: string }) {
  return <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />;
}
