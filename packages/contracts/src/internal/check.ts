import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeSchema } from '../fields.ts';
import { cursorSchema, maxPlanned } from './plan.ts';
import { sweepParams } from './sweep.ts';

/*
 * A sweep of the pass `written` is a check of a migration (ADR 84). Its lease is that of any sweep; between claim and end:
 *
 *   { a page of written records is taken ─> read from HubSpot ─> compared, and reported with the place after it }
 *
 * The orchestrator decides where a page begins: a worker that takes over receives the same page again, which is counted once.
 */

const epoch = z.int().positive();

/** A record as the migration wrote it; an association has no values. */
export const checkedRecordSchema = z.object({
  kind: z.string().min(1),
  sourceId: z.string().min(1),
  hubspotId: z.string().min(1),
  values: z.record(z.string(), z.string()).readonly(),
  /** When the plan that wrote them was stored. */
  writtenAt: timeSchema,
});
export type CheckedRecord = z.infer<typeof checkedRecordSchema>;

export const checkedPageSchema = z.object({
  records: z.array(checkedRecordSchema).max(maxPlanned).readonly(),
  /** Where the page begins, and what follows it; null on the last one. */
  place: cursorSchema,
  next: cursorSchema.nullable(),
});
export type CheckedPage = z.infer<typeof checkedPageSchema>;

export const takeWrittenPage = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/written-records',
  summary: 'Take the next page of what the checked migration wrote; a page may be empty before the last one',
  access: 'service',
  params: sweepParams,
  body: z.object({ epoch }),
  answer: checkedPageSchema,
  errors: ['run.lease_lost'],
});

/** A value that differs in HubSpot from what was written. */
export const readDifferenceSchema = z.object({
  property: z.string().min(1),
  /** What HubSpot calls the property; null where it does not say. Workers before this field do not send it. */
  label: z.string().nullable().default(null),
  written: z.string(),
  /** HubSpot's value; null: none. */
  now: z.string().nullable(),
  /** Its last write after ours, according to HubSpot's history; null where the history has none. */
  author: z
    .object({
      /** Whether this app wrote it. */
      isOurs: z.boolean(),
      /** HubSpot's names: of the source, such as `CRM_UI`, and of the user or app; null where it has none. */
      source: z.string(),
      sourceId: z.string().nullable(),
      /** The user's name; null where HubSpot does not say. Workers before this field do not send it. */
      name: z.string().nullable().default(null),
      at: timeSchema.nullable(),
    })
    .readonly()
    .nullable(),
});
export type ReadDifference = z.infer<typeof readDifferenceSchema>;

/** The state of a record in HubSpot compared with what was written. Without any difference it is as written. */
export const readBackSchema = checkedRecordSchema
  .pick({ kind: true, sourceId: true, hubspotId: true })
  .extend({
    /** Its display name; null where HubSpot shows no name. */
    name: z.string().nullable(),
    standing: z.enum(['found', 'gone', 'merged']),
    /** How many values were compared. */
    fields: z.int().nonnegative(),
    differences: z.array(readDifferenceSchema).readonly(),
  });
export type ReadBack = z.infer<typeof readBackSchema>;

export const reportReadBack = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/read-back-pages',
  summary: 'Count the records of a page that were read back from HubSpot',
  access: 'service',
  params: sweepParams,
  body: z.object({
    epoch,
    /** As answered with the page; a page that is reported twice is counted once. */
    place: cursorSchema,
    next: cursorSchema.nullable(),
    records: z.array(readBackSchema).max(maxPlanned).readonly(),
  }),
  errors: ['run.lease_lost'],
});
