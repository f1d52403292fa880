import type { HubspotProperty, PropertyDefinition } from '@ridgeline/hubspot';

/** What a portal's properties are against those that the product needs. */
export interface PropertyComparison {
  readonly missing: readonly PropertyDefinition[];
  /** Plain sentences about properties that exist but cannot hold what will be written. */
  readonly unsuitable: readonly string[];
  /** How many are there and fit. */
  readonly validated: number;
}

/** `phone_number` is a newer kind of text (vendors/hubspot.md, 12). */
const textTypes = new Set(['string', 'phone_number']);

function whyUnsuitable(needed: PropertyDefinition, existing: HubspotProperty): string | null {
  if (!textTypes.has(existing.type))
    return `The HubSpot property "${needed.name}" has the type ${existing.type}, but must be a text`;
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
