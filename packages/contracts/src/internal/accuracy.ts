import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeSchema } from '../fields.ts';
import { cursorSchema } from './plan.ts';
import { maxSwept, sweepParams } from './sweep.ts';

/*
 * A sweep of the pass `portal` compares linked records in HubSpot with what was written to them last (ADR 78). Its lease is that
 * of any sweep; between claim and end:
 *
 *   { a page of linked records is taken ─> read from HubSpot ─> compared, and reported with the place after it }
 *
 * The orchestrator decides where a page begins: a worker that takes over receives the same page again.
 */

const epoch = z.int().positive();

/** A linked record, and what was written to it last. */
export const linkedRecordSchema = z.object({
  sourceId: z.string().min(1),
  hubspotId: z.string().min(1),
  /** The marks of the values, in base64. */
  written: z.base64(),
  /** When the plan that wrote them was stored. */
  writtenAt: timeSchema,
});
export type LinkedRecord = z.infer<typeof linkedRecordSchema>;

export const linkedPageSchema = z.object({
  records: z.array(linkedRecordSchema).max(maxSwept).readonly(),
  /** Where the page begins, and what follows it; null on the last one. */
  place: cursorSchema,
  next: cursorSchema.nullable(),
});
export type LinkedPage = z.infer<typeof linkedPageSchema>;

export const takeLinkedRecords = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/linked-records',
  summary: 'Take the next page of linked records that a check compares; without records it is over',
  access: 'service',
  params: sweepParams,
  body: z.object({ epoch }),
  answer: linkedPageSchema,
  errors: ['run.lease_lost'],
});

/** The state of a record in HubSpot compared with what was written. Without any difference it is equal. */
export const comparedRecordSchema = z.object({
  sourceId: z.string().min(1),
  hubspotId: z.string().min(1),
  writtenAt: timeSchema,
  /** Its display name; null where HubSpot shows no name. */
  name: z.string().nullable(),
  /** Whether it was deleted in HubSpot, or merged into another record. */
  isGone: z.boolean(),
  /** The properties that others changed since then, and how: HubSpot's name of the source. */
  changedByPeople: z.array(z.object({ property: z.string(), by: z.string() })).readonly(),
  /** The other properties that differ. */
  differing: z.array(z.string()).readonly(),
});
export type ComparedRecord = z.infer<typeof comparedRecordSchema>;

export const reportComparedPage = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/compared-pages',
  summary:
    'Count the records of a page that were compared in HubSpot; what no one changed and differs is due',
  access: 'service',
  params: sweepParams,
  body: z.object({
    epoch,
    /** As answered with the page; a page that is reported twice is counted once. */
    place: cursorSchema,
    next: cursorSchema.nullable(),
    records: z.array(comparedRecordSchema).max(maxSwept).readonly(),
  }),
  errors: ['run.lease_lost'],
});
