/** An option of an enumeration as it is created. */
interface DefinedOption {
  readonly label: string;
  readonly value: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
}

/** The types of a property, each with the fields that fit it (docs/vendors/hubspot.md, 12). */
type PropertyKind =
  | { readonly type: 'string'; readonly fieldType: 'text' | 'textarea' | 'phonenumber' }
  | { readonly type: 'number'; readonly fieldType: 'number' }
  | { readonly type: 'date' | 'datetime'; readonly fieldType: 'date' }
  | {
      readonly type: 'enumeration';
      readonly fieldType: 'select' | 'radio' | 'checkbox';
      readonly options: readonly DefinedOption[];
    }
  | {
      readonly type: 'bool';
      readonly fieldType: 'booleancheckbox';
      readonly options: typeof booleanOptions;
    };

/** A property that the product needs in HubSpot, in the form in which it is created if missing. */
export type PropertyDefinition = PropertyKind & {
  readonly name: string;
  readonly label: string;
  readonly groupName: string;
  readonly description: string;
  /** Can be set only when the property is created (docs/vendors/hubspot.md, 12). */
  readonly hasUniqueValue: boolean;
};

/** The options of a `bool`: HubSpot accepts no others. */
export const booleanOptions = [
  { label: 'Yes', value: 'true', displayOrder: 0, hidden: false },
  { label: 'No', value: 'false', displayOrder: 1, hidden: false },
] as const;

/** The group that holds our own properties. */
export const propertyGroup = { name: 'ridgeline', label: 'Ridgeline' } as const;

type Names = readonly [name: string, label: string, description?: string];

/** Describes the properties of one group. HubSpot's own properties have no description here. */
export function propertiesOfGroup(groupName: string) {
  const named = ([name, label, description = '']: Names) => ({
    name,
    label,
    groupName,
    description,
    hasUniqueValue: false,
  });
  const text =
    (fieldType: 'text' | 'textarea' | 'phonenumber') =>
    (...names: Names): PropertyDefinition => ({ ...named(names), type: 'string', fieldType });
  return {
    text: text('text'),
    longText: text('textarea'),
    phone: text('phonenumber'),
    number: (...names: Names): PropertyDefinition => ({
      ...named(names),
      type: 'number',
      fieldType: 'number',
    }),
    day: (...names: Names): PropertyDefinition => ({ ...named(names), type: 'date', fieldType: 'date' }),
    moment: (...names: Names): PropertyDefinition => ({
      ...named(names),
      type: 'datetime',
      fieldType: 'date',
    }),
    /** `labels` are the initial options of a new property; migrations add a company's other labels where they may. */
    choice: (
      names: Names,
      labels: readonly string[],
      fieldType: 'select' | 'checkbox' = 'select',
    ): PropertyDefinition => ({
      ...named(names),
      type: 'enumeration',
      fieldType,
      options: labels.map((label, displayOrder) => ({ label, value: label, displayOrder, hidden: false })),
    }),
    /** The id of the record in AccuLynx, by which it is found again. */
    sourceId: (...names: Names): PropertyDefinition => ({ ...text('text')(...names), hasUniqueValue: true }),
  };
}
