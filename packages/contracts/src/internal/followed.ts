import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema, timeSchema } from '../fields.ts';
import { outcomeFactsSchema } from '../migrations/outcome.ts';
import { maxPlanned, plannedRecordSchema } from './plan.ts';

/** What a run asks about the migration that it follows; only under a lease that its worker still holds. */
const ofRun = z.object({ id: pathIdSchema });
const epoch = z.int().positive();

/** Maximum HubSpot records per call: both ends of a plan's associations, and the associations themselves. */
export const maxAsked = 3 * maxPlanned;

/** A record that a retry copies again. */
export const chosenRecordSchema = z.object({
  sourceId: z.string().min(1),
  /** Its place among the chosen records, from 1. */
  position: z.int().positive(),
  /** Its name in the followed migration; null where it had none, or is no longer known. */
  name: z.string().nullable(),
  /** Values that replace those from AccuLynx; null: none. */
  corrections: z
    .object({
      /** By HubSpot property. */
      values: z.record(z.string(), z.string()).readonly(),
      /** Who corrected them, for display. */
      by: z.string(),
      at: timeSchema,
    })
    .readonly()
    .nullable(),
});
export type ChosenRecord = z.infer<typeof chosenRecordSchema>;
export type Corrections = NonNullable<ChosenRecord['corrections']>;

/** Maximum chosen records per page. */
export const chosenPageSize = 1_000;

export const findChosenRecords = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/chosen-records',
  summary: 'The records that a retry copies, in a fixed order, a page at a time',
  access: 'service',
  params: ofRun,
  /** `after`: the position after which the page begins, 0 for the first page. */
  body: z.object({ epoch, after: z.int().nonnegative() }),
  answer: z.object({
    records: z.array(chosenRecordSchema).readonly(),
    /** How many the retry has in all. */
    total: z.int().nonnegative(),
    /** The position of the last of them; null on the last page. */
    next: z.int().positive().nullable(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

export const findFollowedPlan = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/followed-plan',
  summary:
    'How the dry run that this run follows on planned these records; one that it did not plan is missing',
  access: 'service',
  params: ofRun,
  body: z.object({
    epoch,
    kind: z.string().min(1),
    sourceIds: z.array(z.string().min(1)).max(maxPlanned).readonly(),
  }),
  answer: z.object({ records: z.array(plannedRecordSchema).readonly() }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** A record as the followed migration wrote it: its effective plan and its outcome. */
export const writtenRecordSchema = z.object({
  plan: plannedRecordSchema,
  outcome: outcomeFactsSchema.pick({ outcome: true, hubspotId: true }),
  /** When its plan was stored, before anything of it was written. */
  plannedAt: timeSchema,
});
export type WrittenRecord = z.infer<typeof writtenRecordSchema>;

export const findWrittenRecords = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/written-records',
  summary:
    'What the migration that this run takes back created or changed of a kind, a page at a time, the last batch first',
  access: 'service',
  params: ofRun,
  /** `before`: the `next` of the page before, null for the first page. */
  body: z.object({ epoch, kind: z.string().min(1), before: z.int().positive().nullable() }),
  answer: z.object({
    records: z.array(writtenRecordSchema).readonly(),
    /** How many there are in all. */
    total: z.int().nonnegative(),
    /** Null on the last page. */
    next: z.int().positive().nullable(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** What an undo has done so far with a HubSpot record of the followed migration: removed it, or spared it. */
export const undoneRecordSchema = z.object({
  kind: z.string(),
  hubspotId: z.string(),
  outcome: z.enum(['removed', 'skipped']),
});
export type UndoneRecord = z.infer<typeof undoneRecordSchema>;

export const findUndone = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/undone',
  summary: 'Which of these HubSpot records, of whatever kind, this undo has removed or spared',
  access: 'service',
  params: ofRun,
  body: z.object({ epoch, hubspotIds: z.array(z.string().min(1)).max(maxAsked).readonly() }),
  answer: z.object({
    /** Whether every planned batch is counted; until then there are no records. */
    settled: z.boolean(),
    records: z.array(undoneRecordSchema).readonly(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});
