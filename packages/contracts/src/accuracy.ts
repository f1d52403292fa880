import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { lineIdSchema, lineIdTextSchema, pathIdSchema, timeSchema } from './fields.ts';

const count = z.int().nonnegative();

/**
 * The result for a linked record that differs in HubSpot from what was written. `changed_by_people`: people, or other
 * tools, changed it in HubSpot; it is left alone. `repaired`: no one had changed it, and it was written again. `gone`: it
 * was deleted in HubSpot, or merged into another record; it is left alone.
 */
export const accuracyVerdictSchema = z.enum(['changed_by_people', 'repaired', 'gone']);
export type AccuracyVerdict = z.infer<typeof accuracyVerdictSchema>;

/** How HubSpot compares with what was written to it. Counts are of the last comparison of each kind of record. */
export const accuracyStatusSchema = z.object({
  /** When it ended, and when the next one begins; null while there was none, or none is planned. */
  lastAt: timeSchema.nullable(),
  nextAt: timeSchema.nullable(),
  /** Whether it compared all linked records, or a sample. */
  whole: z.boolean(),
  compared: count,
  equal: count,
  changedByPeople: count,
  repaired: count,
  gone: count,
  /** Records to write again. */
  repairing: count,
  /** How many records the running comparison has covered; null while none is running. */
  underWay: count.nullable(),
  /** How many records each list has. */
  listed: z.object({ changed_by_people: count, repaired: count, gone: count }),
});
export type AccuracyStatus = z.infer<typeof accuracyStatusSchema>;

/** A record that differs in HubSpot from what was written. */
export const accuracyFindingSchema = z.object({
  /** Grows with time. */
  id: lineIdSchema,
  kind: z.string(),
  sourceId: z.string(),
  hubspotId: z.string(),
  name: z.string().nullable(),
  verdict: accuracyVerdictSchema,
  /** The HubSpot properties, and how they were changed: HubSpot's name of the source, such as `CRM_UI`; null where we wrote them. */
  properties: z.array(z.object({ property: z.string(), by: z.string().nullable() })),
  foundAt: timeSchema,
});
export type AccuracyFinding = z.infer<typeof accuracyFindingSchema>;

const ofConnection = { params: z.object({ id: pathIdSchema }) } as const;

export const getAccuracy = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/accuracy',
  summary: 'How HubSpot compares with what was written to it; the id is that of the connection',
  access: 'signed-in',
  ...ofConnection,
  answer: accuracyStatusSchema,
  errors: ['connection.not_found'],
});

export const listAccuracyFindings = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/accuracy/findings',
  summary: 'Records that HubSpot does not have as they were written, newest first, a page at a time',
  access: 'signed-in',
  ...ofConnection,
  /** `before`: the id of the last finding of the page before. */
  query: z.object({ verdict: accuracyVerdictSchema.optional(), before: lineIdTextSchema.optional() }),
  answer: z.object({ findings: z.array(accuracyFindingSchema), hasMore: z.boolean() }),
  errors: ['connection.not_found'],
});

export const compareWithHubspot = endpoint({
  method: 'POST',
  path: '/api/syncs/{id}/accuracy',
  summary:
    "Compare all linked records of a connection with HubSpot; 'started' is how many kinds are compared",
  access: 'signed-in',
  ...ofConnection,
  answer: z.object({ started: count }),
  errors: ['connection.not_found'],
});
