import { booleanOptions, type PropertyDefinition, type PropertyOptions } from '@ridgeline/contracts';
import { Select, type SelectOption } from '../../../../ui/controls/Select.tsx';
import { TextInput } from '../../../../ui/controls/TextInput.tsx';
import { Field } from '../../../../ui/form/Field.tsx';

interface CorrectedValueProps {
  readonly definition: PropertyDefinition;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFirst: boolean;
  /** What the portal offers for each list; undefined while it is being read, null where it could not be. */
  readonly lists: readonly PropertyOptions[] | null | undefined;
  readonly onChange: (value: string) => void;
}

/** The field of one value that can be corrected: a list where the property has one, as HubSpot itself shows it. */
export function CorrectedValue(props: CorrectedValueProps) {
  const { definition, value, error, isFirst, lists, onChange } = props;
  const options = optionsOf(definition, lists, value);
  return (
    <Field label={definition.label} help={options ? undefined : helpOf(definition)} error={error}>
      {(control) => {
        const given = { ...control, value, ...(isFirst ? { 'data-autofocus': true } : {}) };
        return options ? (
          <Select {...given} options={options} onChange={onChange} />
        ) : (
          <TextInput
            {...given}
            type={definition.type === 'date' ? 'date' : 'text'}
            onChange={({ target }) => {
              onChange(target.value);
            }}
          />
        );
      }}
    </Field>
  );
}

/**
 * What may be chosen, the present value among it even where the portal lacks it; null where the value is typed: in a text, in a
 * list of several, and in a list whose options could not be read.
 */
export function optionsOf(
  definition: Pick<PropertyDefinition, 'name' | 'type' | 'fieldType'>,
  lists: CorrectedValueProps['lists'],
  value: string,
): readonly SelectOption[] | null {
  if (definition.type === 'bool') return withPresent(booleanOptions, value);
  if (definition.type !== 'enumeration' || definition.fieldType === 'checkbox' || lists === null) return null;
  const known = lists?.find(({ property }) => property === definition.name)?.options;
  if (lists && !known) return null;
  return withPresent(known ?? [], value);
}

function withPresent(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  if (options.some((option) => option.value === value)) return options;
  return [{ value, label: value === '' ? 'Choose' : value }, ...options];
}

function helpOf({ type, fieldType }: PropertyDefinition): string | undefined {
  if (type !== 'enumeration') return undefined;
  return fieldType === 'checkbox'
    ? 'Separate options with semicolons.'
    : 'Enter an option as HubSpot shows it.';
}
