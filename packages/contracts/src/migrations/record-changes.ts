import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema } from '../fields.ts';
import { outcomeKinds } from '../objects/object-type.ts';
import { recordOutcomeSchema } from './outcome.ts';

/** One value of a record in HubSpot, before and after; null before: HubSpot has none. An empty text after clears it. */
export const valueChangeSchema = z.object({
  /** The HubSpot property, by its internal name. */
  property: z.string(),
  /** What people call it. */
  label: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});
export type ValueChange = z.infer<typeof valueChangeSchema>;

/** The outcome, or in a dry run the planned outcome, of one record, with every value that is written. */
export const recordChangesSchema = recordOutcomeSchema.extend({
  changes: z.array(valueChangeSchema),
  /** Warnings about a copied record, as sentences that follow its name. */
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type RecordChanges = z.infer<typeof recordChangesSchema>;

/** Filters that combine. */
export const recordFilterSchema = z.object({
  outcome: z.enum(outcomeKinds).optional(),
  /** The name of a `RecordKind`; the migration's own kind where it is left out. */
  kind: z.string().max(100).optional(),
  /** The code by which a record failed or was skipped, or of its warning. */
  reason: z.string().max(200).optional(),
  /** A part of its name or email, or its id in either system, in any case. */
  search: z.string().trim().max(200).optional(),
});
export type RecordFilter = z.infer<typeof recordFilterSchema>;

/** Maximum records per page. */
export const recordPageSize = 50;

const ofMigration = z.object({ id: pathIdSchema });

export const listRecordChanges = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/records',
  summary:
    'What became, or in a dry run would become, of each record that fits, with its values before and after, a page at a time',
  access: 'signed-in',
  params: ofMigration,
  query: recordFilterSchema.extend({
    /** The `next` of the previous page. */
    after: z.string().max(300).optional(),
  }),
  answer: z.object({
    records: z.array(recordChangesSchema),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
  errors: ['migration.not_found', 'request.too_many'],
});

export const exportRecordsCsv = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/records.csv',
  summary: 'The same for all records that fit, a line for each value, as CSV',
  access: 'signed-in',
  mediaType: 'text/csv',
  params: ofMigration,
  query: recordFilterSchema,
  errors: ['migration.not_found', 'request.too_many'],
});

export const exportRecordsNdjson = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/records.ndjson',
  summary: 'The same, each line a JSON object as `GET /api/migrations/{id}/records` answers it',
  access: 'signed-in',
  mediaType: 'application/x-ndjson',
  params: ofMigration,
  query: recordFilterSchema,
  errors: ['migration.not_found', 'request.too_many'],
});
