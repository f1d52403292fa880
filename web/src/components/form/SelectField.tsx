import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import './select-field.css';

interface SelectOption {
  readonly value: string;
  readonly label: string;
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

/** One of several things to choose, by the browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, below, value, options, onChange, onLeave } = props;
  return (
    <Field label={label} help={help} error={error} below={below}>
      {({ status, ...control }) => (
        <span className="select-field">
          <select
            {...control}
            className={status === 'error' ? 'select-field-error' : undefined}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
            }}
            onBlur={onLeave}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
