import { fieldErrors } from '@ridgeline/contracts';
import type { z } from 'zod';

/** The problems of a form by field; a field without an entry is right. */
export type FieldTexts<Values> = Partial<Record<keyof Values & string, string>>;

/** Checks a form's values against a contract's schema and gives each wrong field its text of the error catalogue. */
export function checkWith<Values>(schema: z.ZodType, values: Values): FieldTexts<Values> {
  const parsed = schema.safeParse(values, { reportInput: true });
  return parsed.success ? {} : (fieldErrors(parsed.error).fields as FieldTexts<Values>);
}
