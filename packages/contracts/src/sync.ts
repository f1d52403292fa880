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
import { recordOutcomeSchema } from './migrations/outcome.ts';

const count = z.int().nonnegative();

/**
 * `off`: auto-sync is off. `current`: nothing waits. `working`: records wait and are copied, or auto-sync was just switched
 * on and the existing records are still to be noted. `waiting`: a vendor is unavailable, at its limit, or rejects the
 * credentials; `waitingFor` says which.
 */
export const syncStateSchema = z.enum(['off', 'current', 'working', 'waiting']);
export type SyncState = z.infer<typeof syncStateSchema>;

/**
 * What a sweep found that no event had reported. `open`: an event may still come. `missed`: none came within an hour. `late`: it
 * came after the sweep. `early`: it came before AccuLynx showed the change.
 */
export const findingVerdictSchema = z.enum(['open', 'missed', 'late', 'early']);
export type FindingVerdict = z.infer<typeof findingVerdictSchema>;

/** The state of the search for unreported changes of a connection. */
export const sweepStatusSchema = z.object({
  /** When the last sweep for recent changes ended, and when the next one is due; null while there was none, or none is planned. */
  lastAt: timeSchema.nullable(),
  nextAt: timeSchema.nullable(),
  /** When all records of each kind had been compared; null until then. */
  allComparedAt: timeSchema.nullable(),
  /** How long it takes to compare all, in ms; null before the first time. */
  allTakesMs: count.nullable(),
  /** Findings that are kept (`RETENTION_DAYS`), by verdict. */
  missed: count,
  late: count,
  early: count,
});
export type SweepStatus = z.infer<typeof sweepStatusSchema>;

/** The state of a connection's auto-sync. */
export const syncStatusSchema = z.object({
  connectionId: idSchema,
  state: syncStateSchema,
  /** Everything that was known by then is in HubSpot, dead letters aside; null while nothing was known yet. */
  upToDateAsOf: timeSchema.nullable(),
  /** Records that are due or in progress, dead letters aside. */
  waiting: count,
  /** When the oldest waiting record became known; null when none waits. */
  oldestWaitingAt: timeSchema.nullable(),
  /** From the event to the copy in HubSpot, in ms: the 95th percentile of the last 15 minutes; null without any. */
  delayMs: count.nullable(),
  lastEventAt: timeSchema.nullable(),
  /** What it waits for, for people; null unless `waiting`. */
  waitingFor: z.string().nullable(),
  deadLetters: count,
  /** Distinct changed records that existed before auto-sync was switched on, and are left to migrations. */
  leftToMigrations: count,
  /** Findings with the verdict `missed` that are kept; servers before this field do not send it. */
  missed: count.optional(),
  /**
   * Records in HubSpot of the kinds that are switched on; null while they are not counted, or all kinds are off. Servers
   * before these fields do not send them.
   */
  linked: count.nullable().optional(),
  /** When auto-sync last created or updated a record in HubSpot; null while it never did. */
  lastChangeAt: timeSchema.nullable().optional(),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** Why a record became due. `check`: HubSpot differs from what was written, and no one changed it there. */
export const syncOriginSchema = z.enum(['event', 'sweep', 'person', 'freed_value', 'check']);
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
  /** Stable codes of warnings about a record that was copied. */
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

/** A live update about a connection's sync: at most 4 per second, each with the newest lines of the feed. */
export const syncUpdateSchema = z.object({ status: syncStatusSchema, records: z.array(syncedRecordSchema) });
export type SyncUpdate = z.infer<typeof syncUpdateSchema>;

const ofConnection = { params: z.object({ id: pathIdSchema }) } as const;

/** Records per page of the feed, and of dead letters. */
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

/** A change that a sweep found before any event about it was received. */
export const sweepFindingSchema = z.object({
  /** Grows with time. */
  id: lineIdSchema,
  kind: z.string(),
  sourceId: z.string(),
  name: z.string().nullable(),
  verdict: findingVerdictSchema,
  foundAt: timeSchema,
  /** When the source says that it changed; null where it does not say. */
  changedAt: timeSchema.nullable(),
});
export type SweepFinding = z.infer<typeof sweepFindingSchema>;

export const getSweeps = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/sweeps',
  summary: 'How the search for unreported changes of a connection stands; the id is that of the connection',
  access: 'signed-in',
  ...ofConnection,
  answer: sweepStatusSchema,
  errors: ['connection.not_found'],
});

export const listSweepFindings = endpoint({
  method: 'GET',
  path: '/api/syncs/{id}/findings',
  summary: 'Changes that sweeps found before any event of them, newest first, a page at a time',
  access: 'signed-in',
  ...ofConnection,
  /** `before`: the id of the last finding of the page before. */
  query: z.object({
    verdict: findingVerdictSchema.optional(),
    before: lineIdTextSchema.optional(),
  }),
  answer: z.object({ findings: z.array(sweepFindingSchema), hasMore: z.boolean() }),
  errors: ['connection.not_found'],
});

export const sweepNow = endpoint({
  method: 'POST',
  path: '/api/syncs/{id}/sweeps',
  summary: "Compare all records of a connection with AccuLynx now; 'started' tells how many sweeps are due",
  access: 'signed-in',
  ...ofConnection,
  answer: z.object({ started: count }),
  errors: ['connection.not_found'],
});
