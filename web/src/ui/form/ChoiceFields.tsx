import { Radio, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { Select, type SelectOption } from '../controls/Select.tsx';
import { Field } from './Field.tsx';
import './field.css';
import './radio-field.css';
import './switch-field.css';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What the choice means, in a sentence below it. */
  readonly note: string;
}

interface RadioFieldProps<Value extends string> {
  readonly legend: string;
  readonly help?: string;
  readonly error?: string | undefined;
  /** Null while nothing is chosen. */
  readonly value: Value | null;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** One of a few choices, each with its meaning; the error is below them. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { legend, help, error, value, options, onChange } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  return (
    <fieldset className="radio-field" {...(help ? { 'aria-describedby': helpId } : {})}>
      <legend>{legend}</legend>
      {help ? (
        <p id={helpId} className="field-note">
          {help}
        </p>
      ) : null}
      <div className="radio-field-options">
        {options.map(({ value: option, label, note }) => (
          <div key={option}>
            <Radio
              name={id}
              value={option}
              checked={option === value}
              aria-describedby={error ? `${id}-${option} ${errorId}` : `${id}-${option}`}
              {...(error ? { 'aria-invalid': true } : {})}
              onChange={() => {
                onChange(option);
              }}
            >
              {label}
            </Radio>
            <p id={`${id}-${option}`} className="field-note radio-field-note">
              {note}
            </p>
          </div>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="field-note field-note-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** An on/off switch, with its meaning below. */
export function SwitchField({ label, help, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className="switch-field">
      <div>
        <label htmlFor={id}>{label}</label>
        {help ? (
          <p id={helpId} className="field-note">
            {help}
          </p>
        ) : null}
      </div>
      <Switch
        id={id}
        checked={checked}
        onChange={onChange}
        {...(help ? { 'aria-describedby': helpId } : {})}
      />
    </div>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly below?: ReactNode;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
}

/** One of several things to choose. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, below, value, options, onChange, onLeave } = props;
  return (
    <Field label={label} help={help} error={error} below={below}>
      {(control) => (
        <Select {...control} value={value} options={options} onChange={onChange} onBlur={onLeave} />
      )}
    </Field>
  );
}
