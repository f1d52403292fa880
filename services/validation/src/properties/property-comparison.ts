import type { HubspotProperty, PropertyDefinition } from '@ridgeline/hubspot';

/** What a portal's properties are against those that the product needs. */
export interface PropertyComparison {
  readonly missing: readonly PropertyDefinition[];
  /** Plain sentences about properties that exist but cannot hold what will be written. */
  readonly unsuitable: readonly string[];
  /** How many are there and fit. */
  readonly validated: number;
}

/** What a person calls the types of properties. */
const typeWords: Readonly<Record<PropertyDefinition['type'], string>> = {
  string: 'a text',
  number: 'a number',
  date: 'a date',
  datetime: 'a date with a time',
  enumeration: 'a list of options',
  bool: 'a checkbox',
};

/** `phone_number` is a newer kind of text (vendors/hubspot.md, 12). */
const typeOf = (property: HubspotProperty): string =>
  property.type === 'phone_number' ? 'string' : property.type;

function whyUnsuitable(needed: PropertyDefinition, existing: HubspotProperty): string | null {
  if (typeOf(existing) !== needed.type)
    return `The HubSpot property "${needed.name}" has the type ${existing.type}, but must be ${typeWords[needed.type]}`;
  if (needed.fieldType === 'checkbox' && existing.fieldType !== 'checkbox')
    return `The HubSpot property "${needed.name}" takes one option, but must take several`;
  if (needed.hasUniqueValue && !existing.hasUniqueValue)
    return (
      `The HubSpot property "${needed.name}" exists but does not require unique values. HubSpot cannot change that ` +
      'afterwards: rename or delete the property in HubSpot, then try again'
    );
  return null;
}

/** Compares by name; what a portal has besides does not matter. */
export function compareProperties(
  needed: readonly PropertyDefinition[],
  existing: readonly HubspotProperty[],
): PropertyComparison {
  const byName = new Map(existing.map((property) => [property.name, property]));
  const missing = needed.filter(({ name }) => !byName.has(name));
  const unsuitable = needed.flatMap((definition) => {
    const property = byName.get(definition.name);
    return (property && whyUnsuitable(definition, property)) ?? [];
  });
  return { missing, unsuitable, validated: needed.length - missing.length - unsuitable.length };
}
