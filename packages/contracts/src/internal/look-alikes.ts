import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema } from '../fields.ts';
import { candidateSchema, maxCandidates } from '../migrations/duplicates.ts';

/**
 * What a dry run asks and reports about HubSpot records that look like its own; only under a lease that its worker still
 * holds.
 */
const ofRun = z.object({ id: pathIdSchema });
const epoch = z.int().positive();
const kind = z.string().min(1);
const valuesSchema = z.record(z.string(), z.string()).readonly();

/** A record that the run has planned to create. */
export const plannedNewSchema = z.object({
  sourceId: z.string().min(1),
  name: z.string(),
  /** What would be written. */
  properties: valuesSchema,
});
export type PlannedNew = z.infer<typeof plannedNewSchema>;

export const findPlannedNew = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/planned-new',
  summary: 'The records of a kind that a run has planned to create, a page at a time',
  access: 'service',
  params: ofRun,
  /** `after`: the `next` of the page before, 0 for the first page. */
  body: z.object({ epoch, kind, after: z.int().nonnegative() }),
  answer: z.object({
    /** Whether every planned batch is counted; until then there are no records. */
    settled: z.boolean(),
    records: z.array(plannedNewSchema).readonly(),
    next: z.int().positive().nullable(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** A record with the HubSpot records that look like it, the most alike first. */
export const lookAlikesSchema = z.object({
  sourceId: z.string().min(1),
  name: z.string(),
  /** Its values of the properties that are shown side by side. */
  values: valuesSchema,
  /** Its phone number, as digits, where a candidate has it too; null where none has it. */
  phone: z.string().nullable(),
  candidates: z.array(candidateSchema).min(1).max(maxCandidates).readonly(),
});
export type LookAlikes = z.infer<typeof lookAlikesSchema>;

/** Maximum records per report. */
export const maxReportedLookAlikes = 500;

export const reportLookAlikes = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/look-alikes',
  summary: 'Store which records of a dry run look like records that HubSpot has. Safe to repeat',
  access: 'service',
  params: ofRun,
  body: z.object({ epoch, kind, records: z.array(lookAlikesSchema).max(maxReportedLookAlikes).readonly() }),
  errors: ['run.lease_lost', 'run.cancelled'],
});
