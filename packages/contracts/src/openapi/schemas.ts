import { z } from 'zod';

export type Json = Record<string, unknown>;

/** A schema as JSON Schema 2020-12: of what is sent (`input`) or of what is answered (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return $schema ? rest : {};
}

/** A field of a path or query. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: unknown;
}

/** The fields of a path's or query's schema. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    required: required.includes(name),
    schema: of,
  }));
}
