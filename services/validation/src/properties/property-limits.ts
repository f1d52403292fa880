import type { PropertyComparison } from './property-comparison.ts';

/** What HubSpot allows for each object, at least in the plans that were seen (vendors/hubspot.md, 12). */
const limits = { custom: 1_000, unique: 10 };

/**
 * Which limit a portal may have reached when HubSpot refuses to create a property; null when there is room. HubSpot has no
 * code for it, so that the properties are counted.
 */
export function reachedLimit({ missing, existing }: PropertyComparison): string | null {
  const missingUnique = missing.filter(({ hasUniqueValue }) => hasUniqueValue).length;
  if (missingUnique > 0 && existing.unique + missingUnique > limits.unique)
    return `The portal may have reached its limit of ${limits.unique} properties with unique values for each object.`;
  if (existing.all + missing.length > limits.custom)
    return `The portal may have reached its limit of custom properties for each object.`;
  return null;
}
