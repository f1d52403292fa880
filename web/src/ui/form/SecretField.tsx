import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { TextInput } from '../controls/TextInput.tsx';
import { Field } from './Field.tsx';
import { ShowButton } from './ShowButton.tsx';
import type { TextName } from './TextField.tsx';
import type { Form } from './use-form.ts';

interface SecretFieldProps<Values> {
  readonly form: Form<Values>;
  readonly name: TextName<Values>;
  readonly label: string;
  /** What it is called in the button that shows it, for example 'API key'. */
  readonly what: string;
  readonly help?: ReactNode;
  /** Beside the label: a help link. */
  readonly marks?: ReactNode;
  /** The mask of the stored secret, where there is one: it stays until something is typed in its place. */
  readonly mask: string | null;
}

/** A secret: typed hidden, and what is stored only as a mask, which typing replaces whole. */
export function SecretField<Values>(props: SecretFieldProps<Values>) {
  const { form, name, label, what, help, marks, mask } = props;
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const value = form.values[name] as string;
  const masked = mask !== null && value === mask;
  const set = (text: string) => {
    form.set(name, text as Values[TextName<Values>]);
  };
  const begin = (text: string) => {
    set(text);
    input.current?.focus();
  };
  return (
    <Field label={label} help={help} marks={marks} error={form.errors[name]}>
      {(control) => (
        <div className="secret-field">
          <TextInput
            {...control}
            ref={input}
            className={masked ? 'numbers' : ''}
            type={masked || shown ? 'text' : 'password'}
            name={name}
            autoComplete="new-password"
            autoCapitalize="none"
            autoCorrect="off"
            value={value}
            suffix={masked ? null : <ShowButton what={what} shown={shown} onChange={setShown} />}
            onFocus={(event) => {
              if (masked) event.target.select();
            }}
            onChange={({ target }) => {
              set(masked ? typedOver(mask, target.value) : target.value);
            }}
            onBlur={() => {
              form.leave(name);
            }}
          />
          {mask === null ? null : (
            <Button
              onClick={() => {
                begin(masked ? '' : mask);
              }}
              aria-label={masked ? `Replace the ${what}` : `Keep stored ${what}`}
            >
              {masked ? 'Replace' : 'Keep stored'}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * The field's value after typing over a mask: the mask if it is intact, else only the typed text. A mask is never edited
 * partially, because part of it means nothing.
 */
export function typedOver(mask: string, text: string): string {
  if (text === mask) return mask;
  if (text.includes(mask)) return text.replace(mask, '');
  const [first = ''] = mask;
  return text.includes(first) ? '' : text;
}
