import { InputNumber } from 'antd';
import { Field } from './Field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly help: string;
  readonly error?: string | undefined;
  readonly min: number;
  readonly max: number;
  /** Null while the field is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onLeave: () => void;
}

/** A whole number: antd's, which keeps to its limits and steps with the arrow keys alike in all browsers (ADR 73). */
export function NumberField({ label, help, error, onLeave, ...rest }: NumberFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <InputNumber
          {...control}
          {...rest}
          {...(error ? { status: 'error' } : {})}
          precision={0}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}
