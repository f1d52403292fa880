import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  companyIdSchema,
  idSchema,
  lineIdSchema,
  lineIdTextSchema,
  pathIdSchema,
  timeSchema,
} from '../fields.ts';
import { migrationHealthSchema, migrationPhaseSchema } from './migration-phase.ts';
import { hubspotObjectIdsSchema } from '../connections/connection.ts';
import { migrationTypeSchema, optionShape } from '../objects/kinds.ts';
import { outcomeKinds } from '../objects/object-type.ts';

export const migrationStatusSchema = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type MigrationStatus = z.infer<typeof migrationStatusSchema>;

const count = z.int().nonnegative();

const counts = z.record(z.string(), count);

/** The outcomes of one kind that a migration counts in addition to its own records. */
export const tallySchema = z.object({
  created: count,
  updated: count,
  unchanged: count,
  /** By an undo. Servers before this field do not send it. */
  removed: count.default(0),
  skipped: count,
  failed: count,
  skippedByReason: counts,
  failedByReason: counts,
  warnedByReason: counts,
});
export type Tally = z.infer<typeof tallySchema>;

/** A HubSpot property to which options were added; the examples are their labels. */
const addedToPropertySchema = z.object({
  property: z.string(),
  label: z.string(),
  count,
  examples: z.array(z.string()),
});

/**
 * A migration's closing totals: source = created + updated + unchanged + removed + skipped + failed, or `difference` says
 * by how much the two sides differ. Reasons count skipped and failed records by their code.
 */
export const reconciliationSchema = z.object({
  source: count,
  created: count,
  updated: count,
  unchanged: count,
  /** By an undo. Accounts before this field do not have it. */
  removed: count.default(0),
  skipped: count,
  failed: count,
  difference: z.int(),
  /** The source's own count at the end, of records that may have changed since; null where it reported none. */
  countedBySource: z.int().nonnegative().nullable().default(null),
  /** What the last complete reading of the source found; null where none was completed. */
  foundAtEnd: z.int().nonnegative().nullable().default(null),
  /** Whether the source was unchanged from the start of that reading to the end of the run; null as `foundAtEnd`. */
  heldStill: z.boolean().nullable().default(null),
  skippedByReason: counts,
  failedByReason: counts,
  /** Copied records by warning; one record may have several codes. */
  warnedByReason: counts.default({}),
  /** The related records that were copied too, by the name of their `RecordKind`. */
  alongside: z.record(z.string(), tallySchema).default({}),
  /**
   * The options that the migration added to HubSpot properties; those that a dry run would add; or, for an undo, those that
   * the undone migration added, and that stay.
   */
  addedOptions: z.array(addedToPropertySchema).default([]),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

/** How a migration follows another one: it runs the plan of a dry run, copies some records again, or undoes what was written. */
export const followingWays = ['plan', 'retry', 'undo'] as const;
export type FollowingWay = (typeof followingWays)[number];

/** The migration that another one follows. */
export const followedSchema = z.object({ migrationId: idSchema, as: z.enum(followingWays) });
export type Followed = z.infer<typeof followedSchema>;

/** A run's last loss of its worker; another one resumes it automatically. */
export const interruptionSchema = z.object({
  /** When the loss was noticed, seconds after the worker's last sign of life. */
  at: timeSchema,
  /** When another worker resumed it; null before that. */
  resumedAt: timeSchema.nullable(),
  /** How often the migration lost a worker so far. */
  times: z.int().positive(),
});
export type Interruption = z.infer<typeof interruptionSchema>;

/**
 * One migration. processed = success + errors + skipped, success = created + updated + unchanged + removed. `version`
 * grows with each change: of two copies the higher is the newer.
 */
export const migrationSchema = z.object({
  id: idSchema,
  version: z.int().positive(),
  /** The company it belongs to. Servers before this field do not send it. */
  companyId: companyIdSchema.nullable().default(null),
  connectionId: idSchema,
  connectionName: z.string(),
  hubSpotPortalId: z.string().nullable(),
  /** The type ids of the portal's custom objects, by their names, for links. Servers before this field do not send it. */
  hubspotObjectIds: hubspotObjectIdsSchema.default({}),
  status: migrationStatusSchema,
  migrationType: migrationTypeSchema,
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  /** When the last batch, phase or wait was reported. */
  lastActivityAt: timeSchema.nullable(),
  targetCount: count,
  processedCount: count,
  successCount: count,
  createdCount: count,
  updatedCount: count,
  unchangedCount: count,
  /** What an undo removed. Servers before this field do not send it. */
  removedCount: count.default(0),
  errorCount: count,
  skipCount: count,
  batchSize: count,
  concurrency: count,
  delayMs: count,
  ...optionShape,
  /** Whether it only plans: nothing is written to HubSpot. Servers before this field do not send it. */
  dryRun: z.boolean().default(false),
  /** The migration that it follows on, or null. Servers before this field do not send it. */
  follows: followedSchema.nullable().default(null),
  /** 1 for the first run; grows when a worker was lost and another resumed. */
  attempt: count,
  /** Null where no worker was lost. Servers before this field do not send it. */
  interruption: interruptionSchema.nullable().default(null),
  /** What blocks the run, in words ("Waiting for HubSpot's limit"), or null while it makes progress. */
  waitingFor: z.string().nullable(),
  /** Until when that lasts at least; null where it is not known. Servers before this field do not send it. */
  waitingUntil: timeSchema.nullable().default(null),
  /** Null unless it runs or is paused. Servers before this field do not send it, so readers must cope without it. */
  phase: migrationPhaseSchema.nullable().default(null),
  /** Null unless it runs. Servers before this field do not send it. */
  health: migrationHealthSchema.nullable().default(null),
  /** When a user paused it; null while it is not paused. Servers before this field do not send it. */
  pausedAt: timeSchema.nullable().default(null),
  /** Why it failed, for people, or null. */
  failureMessage: z.string().nullable(),
  reconciliation: reconciliationSchema.nullable(),
});
export type Migration = z.infer<typeof migrationSchema>;

export const logLevelSchema = z.enum(['info', 'success', 'warning', 'error']);
export type LogLevel = z.infer<typeof logLevelSchema>;

export const migrationLogSchema = z.object({
  id: lineIdSchema,
  migrationId: idSchema,
  timestamp: timeSchema,
  level: logLevelSchema,
  /** The display name of the record that the entry is about; missing where it is about none or several. */
  name: z.string().optional(),
  /** What happened. It follows the name, if there is one. */
  message: z.string(),
  context: z.record(z.string(), z.unknown()),
});
export type MigrationLog = z.infer<typeof migrationLogSchema>;

/** A log entry as users read it; an empty name counts as none. */
export const logSentence = ({ name = '', message }: Pick<MigrationLog, 'name' | 'message'>): string =>
  name === '' ? message : `${name}: ${message}`;

const logLimit = 'migration.log_limit_range';

const idParams = z.object({ id: pathIdSchema });

export const getMigration = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}',
  summary: 'One migration',
  access: 'signed-in',
  params: idParams,
  answer: migrationSchema,
  errors: ['migration.not_found'],
});

/** A source record's id, as AccuLynx has it. */
const recordId = z.string().trim().min(1).max(200);

/** Filters of a log that combine. */
const logFilter = z.object({
  /** Matches the message with the name before it, and the context, in any case. */
  search: z.string().trim().max(200).optional(),
  level: logLevelSchema.optional(),
  /** Only log entries about this source record. */
  record: recordId.optional(),
});

export const getMigrationLogs = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/logs',
  summary: 'What happened in a migration, newest first',
  access: 'signed-in',
  params: idParams,
  query: logFilter.extend({
    limit: z.coerce.number(logLimit).int(logLimit).min(1, logLimit).max(10_000, logLimit).default(1000),
    /** Only entries older than this one: the id of the last entry on the previous page. */
    cursor: lineIdTextSchema.optional(),
  }),
  answer: z.array(migrationLogSchema),
  errors: ['migration.not_found', logLimit, 'request.too_many'],
});

/** What all exports of a migration share. */
const ofExport = {
  method: 'GET',
  access: 'signed-in',
  params: idParams,
  errors: ['migration.not_found', 'request.too_many'],
} as const;
const csv = { mediaType: 'text/csv' } as const;
const ndjson = { mediaType: 'application/x-ndjson' } as const;

export const exportLogsCsv = endpoint({
  ...ofExport,
  ...csv,
  path: '/api/migrations/{id}/logs.csv',
  summary: 'All lines of the log that fit, newest first, as CSV',
  query: logFilter,
});

export const exportLogsNdjson = endpoint({
  ...ofExport,
  ...ndjson,
  path: '/api/migrations/{id}/logs.ndjson',
  summary: 'The same, each line a JSON object as `GET /api/migrations/{id}/logs` answers it',
  query: logFilter,
});

/** Filters of outcomes that combine. */
const outcomeFilter = z.object({
  outcome: z.enum(outcomeKinds).optional(),
  kind: z.string().max(100).optional(),
  reason: z.string().max(200).optional(),
  record: recordId.optional(),
});

export const exportOutcomesCsv = endpoint({
  ...ofExport,
  ...csv,
  path: '/api/migrations/{id}/outcomes.csv',
  summary: 'The outcome of each matching record and what to do about it, in words, as CSV',
  query: outcomeFilter,
});

export const exportOutcomesNdjson = endpoint({
  ...ofExport,
  ...ndjson,
  path: '/api/migrations/{id}/outcomes.ndjson',
  summary:
    'The same, each line a JSON object with sourceId, kind, outcome, hubspotId, name, reason, message, detail and field',
  query: outcomeFilter,
});

/** The user for whom a live stream was opened: the data of its `connected`. */
export const liveReaderSchema = z.object({ userId: idSchema, companyId: companyIdSchema });
export type LiveReader = z.infer<typeof liveReaderSchema>;

/** A live stream sends something at least this often, in milliseconds; without that, clients consider it dead. */
export const liveHeartbeatMs = 15_000;

/**
 * The live stream. Events: `connected` with whom it is for; `migration-update` with the whole migration and an id to
 * resume from by `Last-Event-ID`; `resync` when that id is too old, which tells the client to fetch again; `heartbeat` `{}`.
 */
export const migrationEvents = endpoint({
  method: 'GET',
  path: '/api/migrations/events',
  summary: 'Server-sent events about the migrations of the company',
  access: 'signed-in',
  mediaType: 'text/event-stream',
});
