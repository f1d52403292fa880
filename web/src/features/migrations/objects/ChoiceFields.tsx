import { useId } from 'react';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { RadioField } from '../../../ui/form/ChoiceFields.tsx';
import type { ChoiceField, Choices } from './object-view.ts';

interface ChoiceFieldsProps {
  readonly fields: readonly ChoiceField[];
  readonly values: Choices;
  readonly onChange: (changes: Choices) => void;
}

/** The options of a migration of one kind of record. */
export function ChoiceFields({ fields, values, onChange }: ChoiceFieldsProps) {
  return fields.map((field) => {
    const value = values[field.name];
    const choose = (chosen: string | boolean) => {
      onChange({ [field.name]: chosen });
    };
    return field.control === 'checkbox' ? (
      <CheckboxChoice key={field.name} field={field} checked={value === true} onChange={choose} />
    ) : (
      <RadioField
        key={field.name}
        legend={field.legend}
        help={field.help}
        value={typeof value === 'string' ? value : null}
        options={field.options}
        onChange={choose}
      />
    );
  });
}

interface CheckboxChoiceProps {
  readonly field: Extract<ChoiceField, { readonly control: 'checkbox' }>;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function CheckboxChoice({ field: { label, note }, checked, onChange }: CheckboxChoiceProps) {
  const noteId = useId();
  return (
    <div>
      <Checkbox
        checked={checked}
        aria-describedby={noteId}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      >
        {label}
      </Checkbox>
      <p id={noteId} className="configure-note">
        {note}
      </p>
    </div>
  );
}
