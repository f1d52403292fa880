import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema, timeSchema } from '../fields.ts';
import { tallySchema } from './migration.ts';

const count = z.int().nonnegative();

const ofMigration = {
  method: 'GET',
  access: 'signed-in',
  params: z.object({ id: pathIdSchema }),
  errors: ['migration.not_found'],
} as const;

/** How many of a migration's own records were processed in each interval of its run. */
export const throughputSchema = z.object({
  /** The server's time of the answer, on the same clock as the other times. */
  at: timeSchema,
  /** When the first interval begins; null before the first batch. */
  from: timeSchema.nullable(),
  stepMs: z.int().positive(),
  /** Records of each interval, oldest first; the last one may not be over yet. */
  records: z.array(count),
  /** Records since a time some seconds ago; null before the first batch. */
  recent: z.object({ since: timeSchema, records: count }).nullable(),
});
export type Throughput = z.infer<typeof throughputSchema>;

export const getThroughput = endpoint({
  ...ofMigration,
  path: '/api/migrations/{id}/throughput',
  summary: 'How fast a migration is and was, from its start, in at most 60 stretches of equal length',
  answer: throughputSchema,
});

export const getTallies = endpoint({
  ...ofMigration,
  path: '/api/migrations/{id}/tallies',
  summary: 'The outcomes of the records so far, by the name of their kind, with the reasons',
  answer: z.record(z.string(), tallySchema),
});
