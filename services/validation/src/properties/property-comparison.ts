import type { PropertyDefinition } from '@ridgeline/contracts';
import type { HubspotProperty } from '@ridgeline/hubspot';
import { kindProblem } from './property-kind.ts';

/** How a portal's properties compare with the required ones. */
export interface PropertyComparison {
  readonly missing: readonly PropertyDefinition[];
  /** Plain sentences about properties that exist but cannot hold what will be written. */
  readonly unsuitable: readonly string[];
  /** How many exist and fit. */
  readonly validated: number;
  /** How many properties the portal has, and how many of these require unique values. */
  readonly existing: { readonly all: number; readonly unique: number };
}

function whyUnsuitable(needed: PropertyDefinition, existing: HubspotProperty): string | null {
  const problem = kindProblem(needed, existing);
  if (problem) return `The HubSpot property "${needed.name}" ${problem}`;
  if (needed.hasUniqueValue && !existing.hasUniqueValue)
    return (
      `The HubSpot property "${needed.name}" exists but does not require unique values. HubSpot cannot change that ` +
      'afterwards: rename or delete the property in HubSpot, then try again'
    );
  return null;
}

/** Compares by name; other properties of the portal do not matter. */
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
  return {
    missing,
    unsuitable,
    validated: needed.length - missing.length - unsuitable.length,
    existing: {
      all: existing.length,
      unique: existing.filter(({ hasUniqueValue }) => hasUniqueValue).length,
    },
  };
}
