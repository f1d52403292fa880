import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A call as a test sent it, and what it received; what the endpoint does not have is left out. */
export const exampleSchema = z.strictObject({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.json()).optional(),
  body: z.json().optional(),
  /** JSON, or the text of a file. */
  answer: z.json().optional(),
});

export type Example = z.output<typeof exampleSchema>;

/** What `npm run examples` recorded, by `operationId`. */
export const examples: Readonly<Record<string, Example>> = z
  .record(z.string(), exampleSchema)
  .parse(JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')));

/** Operations without an example, and why. */
export const withoutExample: Readonly<Record<string, string>> = {
  migrationEvents: 'its answer is a stream that has no end',
  sendVerificationMail: 'it is refused in the first minute after registration, which sends that email itself',
};
