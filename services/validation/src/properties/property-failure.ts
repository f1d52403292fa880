import { errorText, type ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { PropertyComparison } from './property-comparison.ts';

/** An error that the check of properties itself detects. */
export function propertyFailure(
  code: Extract<ErrorCode, `properties.${string}`>,
  text: string = errorText(code),
  reason?: string,
): AppError {
  return new AppError(code, { text, ...(reason ? { details: { reason } } : {}) });
}

/** Users fix them one by one; a message names no more than this many. */
const maxNamed = 5;

/** Properties exist that cannot hold the values to be written; `sentences` explain each. */
export function unsuitableProperties(sentences: readonly string[]): AppError {
  const more = sentences.length - maxNamed;
  const named = sentences.slice(0, maxNamed).join('. ');
  return propertyFailure('properties.unsuitable', more > 0 ? `${named}. And ${more} more` : named);
}

/** HubSpot's limits per object, at least in the plans seen so far (docs/vendors/hubspot.md, 12). */
const limits = { custom: 1_000, unique: 10 };

const ofCustom = 'The portal may have reached its limit of custom properties for each object.';

/**
 * The limit that a portal may have reached when HubSpot refuses to create a property; null if there is room. HubSpot has no
 * error code for this, so the properties are counted. Smaller plans have lower limits, which only HubSpot's message names.
 */
export function reachedLimit(
  { missing, existing }: PropertyComparison,
  reason: string | undefined,
): string | null {
  const missingUnique = missing.filter(({ hasUniqueValue }) => hasUniqueValue).length;
  if (missingUnique > 0 && existing.unique + missingUnique > limits.unique)
    return `The portal may have reached its limit of ${limits.unique} properties with unique values for each object.`;
  if (existing.all + missing.length > limits.custom) return ofCustom;
  return /\blimit/i.test(reason ?? '') ? ofCustom : null;
}
