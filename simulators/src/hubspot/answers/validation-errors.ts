import type { ErrorBody } from './errors.ts';

/** What is wrong with one value of one property. */
export interface ValueProblem {
  readonly name: string;
  readonly error: string;
  readonly message: string;
}

/**
 * The body for values that were refused. It contains the list twice, as JSON inside `message` and in `errors`; neither says
 * which input was invalid (docs/vendors/hubspot.md, 5).
 */
export function valuesNotValid(problems: readonly ValueProblem[], portalId: number): ErrorBody {
  const listed = problems.map(({ message, error, name }) => ({
    isValid: false,
    message,
    error,
    name,
    localizedErrorMessage: message,
    portalId,
  }));
  return {
    message: `Property values were not valid: ${JSON.stringify(listed)}`,
    errors: problems.map(({ message, error, name }) => ({
      message,
      code: error,
      context: { propertyName: [name] },
    })),
    category: 'VALIDATION_ERROR',
  };
}

/** The warnings of a write that stored values in a different form than they were sent (docs/vendors/hubspot.md, 2). */
export const valuesNormalized = (
  values: readonly { readonly name: string; readonly raw: string; readonly value: string }[],
) =>
  values.map(({ name, raw, value }) => ({
    category: 'PROPERTY_VALUE_NORMALIZED',
    message: `The value ${raw} of "${name}" was normalized to ${value}.`,
    context: { propertyName: [name], rawValue: [raw], normalizedValue: [value] },
  }));

/** The body for a contact whose address belongs to another contact. */
export function contactExists(existingId: string | null): ErrorBody {
  return {
    message:
      existingId === null ? 'Contact already exists.' : `Contact already exists. Existing ID: ${existingId}`,
    category: 'CONFLICT',
  };
}
