import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  idSchema,
  idTextSchema,
  lineIdSchema,
  lineIdTextSchema,
  pathIdSchema,
  timeSchema,
} from './fields.ts';
import { recordOutcomeSchema } from './outcome.ts';

const count = z.int().nonnegative();

/**
 * `off`: auto-sync is off. `current`: nothing waits. `working`: records wait and are copied, or it was just switched on and the
 * records that are there are still to be noted. `waiting`: a vendor is unavailable, at its limit, or rejects the credentials;
 * `waitingFor` says which.
 */
export const syncStateSchema = z.enum(['off', 'current', 'working', 'waiting']);
export type SyncState = z.infer<typeof syncStateSchema>;

/** How the automatic sync of a connection stands. */
export const syncStatusSchema = z.object({
  connectionId: idSchema,
  state: syncStateSchema,
  /** All that was known by then is in HubSpot, dead letters aside; null while nothing was known yet. */
  upToDateAsOf: timeSchema.nullable(),
  /** Records that are due or in hand, dead letters aside. */
  waiting: count,
  /** When the oldest of them became known; null when none waits. */
  oldestWaitingAt: timeSchema.nullable(),
  /** From the event to the copy in HubSpot, in ms: the 95th percentile of the last quarter of an hour; null without any. */
  delayMs: count.nullable(),
  lastEventAt: timeSchema.nullable(),
  /** What it waits for, for people; null unless `waiting`. */
  waitingFor: z.string().nullable(),
  deadLetters: count,
  /** Distinct changed records that were there before auto-sync was switched on, and are left to migrations. */
  leftToMigrations: count,
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** What made a record due. */
export const syncOriginSchema = z.enum(['event', 'sweep', 'person', 'freed_value']);
export type SyncOrigin = z.infer<typeof syncOriginSchema>;

/** A value of a HubSpot record that a copy changed; null where there was none. */
export const changedValueSchema = z.object({
  property: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});
export type ChangedValue = z.infer<typeof changedValueSchema>;

/** One record that auto-sync copied, skipped or failed to copy: a line of the feed. */
export const syncedRecordSchema = recordOutcomeSchema.extend({
  /** Grows with time. */
  id: lineIdSchema,
  origin: syncOriginSchema,
  /** When the change became known. */
  knownAt: timeSchema,
  copiedAt: timeSchema,
  /** Stable codes of what a user should know of a record that was copied. */
  warnings: z.array(z.string()),
  /** Of created and updated records. */
  changes: z.array(changedValueSchema),
});
export type SyncedRecord = z.infer<typeof syncedRecordSchema>;

/** A record that auto-sync stopped trying to copy. */
export const syncDeadLetterSchema = recordOutcomeSchema
  .pick({
    kind: true,
    sourceId: true,
    name: true,
    reason: true,
    message: true,
    detail: true,
    field: true,
  })
  .extend({
    attempts: z.int().positive(),
    knownAt: timeSchema,
    failedAt: timeSchema,
  });
export type SyncDeadLetter = z.infer<typeof syncDeadLetterSchema>;

/** What is shown live of a connection's sync: at most 4 of them a second, each with the newest lines of the feed. */
export const syncUpdateSchema = z.object({ status: syncStatusSchema, records: z.array(syncedRecordSchema) });
export type SyncUpdate = z.infer<typeof syncUpdateSchema>;

const ofConnection = { params: z.object({ id: pathIdSchema }) } as const;

/** A page of the feed, and of dead letters, holds so many. */
export const syncPageSize = 50;

export const listSyncs = endpoint({
  method: 'GET',
  path: '/api/syncs',
  summary:
    "How the automatic sync of the company's connections stands; those that were never switched on are left out",
  access: 'signed-in',
  answer: z.array(syncStatusSchema),
});

export const getSync = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}',
  summary: 'How the automatic sync of a connection stands; the id is that of the connection',
  access: 'signed-in',
  ...ofConnection,
  answer: syncStatusSchema,
  errors: ['connection.not_found'],
});

export const listSyncedRecords = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/records',
  summary: 'What auto-sync copied, newest first, a page at a time',
  access: 'signed-in',
  ...ofConnection,
  /** `before`: the id of the last record of the page before. */
  query: z.object({ before: lineIdTextSchema.optional() }),
  answer: z.object({ records: z.array(syncedRecordSchema), hasMore: z.boolean() }),
  errors: ['connection.not_found'],
});

export const listSyncDeadLetters = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/dead-letters',
  summary: 'The records that auto-sync stopped trying to copy, the newest first, a page at a time',
  access: 'signed-in',
  ...ofConnection,
  query: z.object({ page: idTextSchema().optional() }),
  answer: z.object({ records: z.array(syncDeadLetterSchema), total: count }),
  errors: ['connection.not_found'],
});

export const retrySyncDeadLetters = endpoint({
  method: 'POST',
  path: '/api/syncs/{id}/dead-letters/retries',
  summary: 'Make dead letters due again: those named, or all',
  access: 'signed-in',
  ...ofConnection,
  body: z.object({
    records: z
      .array(z.object({ kind: z.string().min(1), sourceId: z.string().min(1) }))
      .min(1)
      .max(1_000)
      .optional(),
  }),
  answer: z.object({ retried: count }),
  errors: ['connection.not_found'],
});
