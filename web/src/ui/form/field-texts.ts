import { ApiError, fieldErrors } from '@ridgeline/contracts';
import type { z } from 'zod';

/** Maps an error code to the field it concerns, if the server did not name one; for a form's `blame`. */
export function fieldErrorsByCode<Values>(
  fields: Readonly<Record<string, keyof Values & string>>,
): (error: unknown) => FieldTexts<Values> {
  return (error) => {
    if (!(error instanceof ApiError) || error.code === null) return {};
    const field = fields[error.code];
    return field === undefined ? {} : ({ [field]: error.message } as FieldTexts<Values>);
  };
}

/** The problems of a form by field; a field without an entry is right. */
export type FieldTexts<Values> = Partial<Record<keyof Values & string, string>>;

/** Checks a form's values against a contract's schema and gives each wrong field its text of the error catalog. */
export function checkWith<Values>(schema: z.ZodType, values: Values): FieldTexts<Values> {
  const parsed = schema.safeParse(values, { reportInput: true });
  return parsed.success ? {} : (fieldErrors(parsed.error).fields as FieldTexts<Values>);
}

/** Tells the user to correct the fields that a server rejected. */
export const correctMarked = (fields: number): string =>
  `Correct the marked ${fields === 1 ? 'field' : 'fields'}`;
