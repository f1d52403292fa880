import type { z } from 'zod';
import { refuse } from '../answers/errors.ts';
import type { Quirks } from './paging.ts';

/** Reads a body of a known form. A value of the wrong type is AccuLynx's 404 (or, by switch, a 400); a missing value is a 400. */
export function bodyAs<T>(schema: z.ZodType<T>, body: unknown, quirks: Quirks): T {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (issue?.code === 'invalid_value' || (issue?.code === 'invalid_type' && issue.input !== undefined)) {
    return refuse(Number(quirks.wrongType), `The value of '${field}' could not be converted.`);
  }
  return refuse(400, `${field}: ${issue?.message ?? 'The body is not valid.'}`);
}
