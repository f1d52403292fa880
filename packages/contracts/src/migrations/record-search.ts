import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idSchema, timeSchema } from '../fields.ts';
import { hubspotObjectIdsSchema } from '../connections/connection.ts';
import { followedSchema } from './migration.ts';
import { valueChangeSchema } from './record-changes.ts';
import { recordOutcomeSchema } from './outcome.ts';

/** A record of the company that migrations or auto-sync have planned. */
export const knownRecordSchema = z.object({
  /** The name of its `RecordKind`. */
  kind: z.string(),
  sourceId: z.string(),
  /** Its display name. */
  name: z.string(),
  /** Its unique value in addition to its id, such as an email address; null where it has none. */
  key: z.string().nullable(),
});
export type KnownRecord = z.infer<typeof knownRecordSchema>;

/** Maximum results of a search. */
export const maxFound = 20;

export const searchRecords = endpoint({
  method: 'GET',
  path: '/api/records',
  summary:
    "The company's records whose name or email has words that begin like these, or whose id in either system is this one",
  access: 'signed-in',
  query: z.object({ search: z.string().trim().min(2).max(200) }),
  answer: z.object({
    records: z.array(knownRecordSchema),
    /** Whether there are more matches. */
    more: z.boolean(),
  }),
  errors: ['request.too_many'],
});

/** What happened to a record at one time. */
export const recordEventSchema = recordOutcomeSchema.extend({
  at: timeSchema,
  /** The migration that did it; null for auto-sync. */
  migrationId: idSchema.nullable(),
  /** Whether it was only planned. */
  dryRun: z.boolean(),
  /** The migration that this one follows, or null. */
  follows: followedSchema.nullable(),
  connectionId: idSchema,
  connectionName: z.string(),
  hubSpotPortalId: z.string().nullable(),
  hubspotObjectIds: hubspotObjectIdsSchema,
  changes: z.array(valueChangeSchema),
});
export type RecordEvent = z.infer<typeof recordEventSchema>;

/** Maximum events in a record's history. */
export const maxEvents = 100;

export const getRecordLife = endpoint({
  method: 'GET',
  path: '/api/records/{kind}/{id}',
  summary:
    'The history of a record in all migrations and by auto-sync, newest first, with each value before and after',
  access: 'signed-in',
  /** `id`: that of the record in AccuLynx. */
  params: z.object({ kind: z.string().max(100), id: z.string().max(200) }),
  answer: z.object({ record: knownRecordSchema, events: z.array(recordEventSchema) }),
  errors: ['record.not_found', 'request.too_many'],
});
