import { z } from 'zod';
import { invalid, malformed } from '../answers/errors.ts';
import type { Values } from '../portal/record.ts';

const MAX_INPUTS = 100;

/** Numbers and booleans are accepted and become text; null clears, like an empty string. */
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const association = z.object({
  to: z.object({ id: z.coerce.string() }),
  types: z.array(z.object({ associationCategory: z.string(), associationTypeId: z.int() })),
});

export const createInput = z.object({
  properties: values,
  associations: z.array(association).optional(),
  objectWriteTraceId: z.string().optional(),
});

export const updateInput = z.object({
  id: z.coerce.string(),
  idProperty: z.string().optional(),
  properties: values,
  objectWriteTraceId: z.string().optional(),
});

export const idInput = z.object({ id: z.coerce.string() });

export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const textValues = (given: z.output<typeof values>): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );

/** Reads a body of a known form, or refuses it as HubSpot refuses JSON that it cannot use: a 400 without category. */
export function bodyAs<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return malformed(
    `Invalid input JSON on line 1, column 1: ${issue?.message ?? 'wrong form'} (at ${issue?.path.join('.') ?? ''})`,
  );
}

/** The inputs of a batch call: at least one, at most `max`. */
export function inputsOf<T>(schema: z.ZodType<T>, body: unknown, max = MAX_INPUTS): T[] {
  const { inputs } = bodyAs(z.object({ inputs: z.array(schema) }), body);
  if (inputs.length === 0) malformed('No inputs were given.');
  if (inputs.length > max) {
    invalid(`The batch holds ${inputs.length} inputs. At most ${max} are allowed.`);
  }
  return inputs;
}

/** The same record twice makes the whole batch fail, trace ids or not (docs/vendors/hubspot.md, 7). */
export function refuseRepeatedIds(ids: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) repeated.add(id);
    seen.add(id);
  }
  if (repeated.size === 0) return;
  const list = [...repeated];
  invalid(`Duplicate IDs found in batch input: [${list.join(', ')}]. IDs must be unique`, { ids: list });
}
