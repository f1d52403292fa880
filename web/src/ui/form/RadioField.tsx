import { Radio } from 'antd';
import { useId } from 'react';
import './field.css';
import './radio-field.css';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What choosing it means, in a sentence under it. */
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

/** One of few things to choose, each with what it means; the error stands under them. */
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
