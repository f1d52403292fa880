import { LockOutlined } from '@ant-design/icons';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { Field } from '../../ui/form/Field.tsx';

interface ReadOnlyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Why it cannot be changed here. */
  readonly reason: string;
}

/** Something that stands in a form and cannot be changed there; it can still be selected and copied. */
export function ReadOnlyField({ label, value, reason }: ReadOnlyFieldProps) {
  return (
    <Field label={label} help={reason}>
      {(control) => <TextInput {...control} readOnly value={value} suffix={<LockOutlined aria-hidden />} />}
    </Field>
  );
}
