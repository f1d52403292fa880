import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { fieldErrors } from '../errors/field-errors.ts';
import { errorsOf } from './errors-of.ts';
import { publicEndpoints } from './operations.ts';

const jwe = { protected: 'p', encrypted_key: 'k', iv: 'i', ciphertext: 'c', tag: 't' };

/** What is tried in each field; `undefined` leaves it out. */
const odd: readonly unknown[] = [
  ...[undefined, null, true, '', ' ', 'x', 'x'.repeat(5_000), 'nnA\u202e', 'a\u0000b', '0x1', '1e0', '-1'],
  ...['1,0x1', '1,'.repeat(300), 'a@b.co', 0, -1, 1.5, Number.NaN, 1e12, [], [5], {}, jwe],
];

/** Names of the fields of an object's schema. */
function fieldsOf(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** Each field in turn is odd while the others are missing. */
function oddFields(schema: z.ZodType): unknown[] {
  return fieldsOf(schema).flatMap((field) => odd.map((value) => ({ [field]: value })));
}

/** All problems that validation finds in the parts of a call; a body may also be odd as a whole. */
function problemsOf({ method, params, query, body }: Endpoint): z.ZodError[] {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const tried = [
    [params, oddFields(params)],
    [query, oddFields(query)],
    [body, hasBody ? [...oddFields(body), ...odd] : []],
  ] as const;
  return tried.flatMap(([schema, inputs]) =>
    inputs.flatMap((input) => {
      const { error } = schema.safeParse(input, { reportInput: true });
      return error ? [error] : [];
    }),
  );
}

const named = publicEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('Bad input to any call', () => {
  test.each(named)('%s: no message of the validator itself reaches a user', (_, endpoint) => {
    for (const error of problemsOf(endpoint)) {
      const { text, fields } = fieldErrors(error);
      for (const { message } of error.issues) {
        expect(text).not.toContain(message);
        expect(Object.values(fields)).not.toContain(message);
      }
    }
  });

  test.each(named)('%s: the contract lists every code that validation answers', (_, endpoint) => {
    const codes = new Set(problemsOf(endpoint).map((error) => fieldErrors(error).code));
    expect(errorsOf(endpoint)).toEqual(expect.arrayContaining([...codes]));
  });
});
