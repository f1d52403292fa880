import { booleanOptions, type PropertyDefinition, type PropertyOptions } from '@ridgeline/contracts';
import { Select, type SelectOption } from '../../../../ui/controls/Select.tsx';
import { TextInput } from '../../../../ui/controls/TextInput.tsx';
import { Field } from '../../../../ui/form/Field.tsx';

interface CorrectedValueProps {
  readonly definition: PropertyDefinition;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFirst: boolean;
  /** The portal's options for each list; undefined while loading, null if they could not be loaded. */
  readonly lists: readonly PropertyOptions[] | null | undefined;
  readonly onChange: (value: string) => void;
}

/** The field for one correctable value: a list if the property has one, as in HubSpot itself. */
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
 * The options to choose from, including the current value even if the portal lacks it. Null if the value is typed instead:
 * for a text, a multi-select, or a list whose options could not be loaded.
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
