import type { ReactNode } from 'react';
import { Select, type SelectOption } from '../controls/Select.tsx';
import { Field } from './Field.tsx';

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
