import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idSchema, lineIdSchema, lineIdTextSchema, pathIdSchema, timeSchema } from '../fields.ts';

/*
 * A check of a migration: records that it wrote are read back from HubSpot and compared, field by field, with what was written. One
 * of a sample is made at its end; users ask for more.
 */

const count = z.int().nonnegative();

/** A sample contains this many records, and as many associations. */
export const checkSampleSize = 200;

/**
 * `waiting`: no worker has it. `running`: one reads. `done`: all was compared. `failed`: it could not be made, for the reason in
 * `problem`.
 */
export const checkStateSchema = z.enum(['waiting', 'running', 'done', 'failed']);
export type CheckState = z.infer<typeof checkStateSchema>;

/** What was compared so far. A record has one of five results; associations are counted apart. */
export const checkFiguresSchema = z.object({
  /** Records that were read back: the sum of the five that follow. */
  records: count,
  /** As written. */
  equal: count,
  /** Changed since, by users, by others, or by a later run of Ridgeline. */
  changed: count,
  /** Different from what was written, and no one is known to have changed it. */
  lost: count,
  /** Deleted in HubSpot. */
  gone: count,
  /** Merged into another record. */
  merged: count,
  /** The compared values of records. */
  fields: count,
  associations: count,
  /** Associations that are not in HubSpot. */
  missing: count,
});
export type CheckFigures = z.infer<typeof checkFiguresSchema>;

export const migrationCheckSchema = z.object({
  id: idSchema,
  state: checkStateSchema,
  /** Whether everything that was written is compared, or a sample. */
  whole: z.boolean(),
  /** The user who requested it; null: it was made automatically at the end of the migration. */
  askedBy: idSchema.nullable(),
  createdAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** How many records and associations it compares in total. */
  total: count,
  figures: checkFiguresSchema,
  /** Why it could not be made; while it is open, what it waits for. */
  problem: z.string().nullable(),
});
export type MigrationCheck = z.infer<typeof migrationCheckSchema>;

/**
 * How a record or association differs from what was written: `changed` and `lost` concern one field, `gone` and `merged` a
 * record, and `missing` an association.
 */
export const checkVerdictSchema = z.enum(['changed', 'lost', 'gone', 'merged', 'missing']);
export type CheckVerdict = z.infer<typeof checkVerdictSchema>;

/**
 * Who changed a value, as far as HubSpot's history and the migrations of the company tell: a user of HubSpot, another app, HubSpot
 * itself such as a workflow, a later migration or auto-sync; null where that is not known.
 */
export const changedBySchema = z.enum(['user', 'app', 'hubspot', 'migration', 'auto_sync']);
export type ChangedBy = z.infer<typeof changedBySchema>;

export const checkDifferenceSchema = z.object({
  /** Ascending in the order of the list. */
  id: lineIdSchema,
  /** The name of its `RecordKind`. */
  kind: z.string(),
  sourceId: z.string(),
  hubspotId: z.string(),
  name: z.string().nullable(),
  verdict: checkVerdictSchema,
  /** The HubSpot property and its label there; null where the whole record is concerned. */
  property: z.string().nullable(),
  label: z.string().nullable(),
  /** The value that was written, and HubSpot's value now; null: none. */
  written: z.string().nullable(),
  now: z.string().nullable(),
  changedBy: changedBySchema.nullable(),
  /** HubSpot's name of the source, such as `CRM_UI`, and of the user or app; null where it has none. */
  source: z.string().nullable(),
  sourceDetail: z.string().nullable(),
  /** The user's name in HubSpot; null where HubSpot does not say. */
  sourceName: z.string().nullable(),
  /** The later migration that changed it. */
  migrationId: idSchema.nullable(),
  changedAt: timeSchema.nullable(),
});
export type CheckDifference = z.infer<typeof checkDifferenceSchema>;

/** How many differences a page may hold: on the screen, and on paper. */
export const differencePageSizes = ['50', '500'] as const;

const ofMigration = z.object({ id: pathIdSchema });
const ofCheck = z.object({ id: pathIdSchema, check: pathIdSchema });

export const startCheck = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/checks',
  summary:
    'Read back what an ended migration wrote to HubSpot, a sample or all of it, and compare it; one check of a migration at a time',
  access: 'signed-in',
  params: ofMigration,
  body: z.object({ whole: z.boolean().default(false) }),
  answer: migrationCheckSchema,
  status: 201,
  errors: [
    'migration.not_found',
    'migration.not_ended',
    'migration.nothing_to_check',
    'migration.check_open',
    'request.too_many',
  ],
});

export const listChecks = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/checks',
  summary: 'The checks of a migration, newest first, and how much of it can be checked',
  access: 'signed-in',
  params: ofMigration,
  answer: z.object({
    checks: z.array(migrationCheckSchema),
    /** How many of its written records can be read back; 0 where it cannot be checked. */
    written: count,
    /** The user who started the migration. */
    startedBy: idSchema,
  }),
  errors: ['migration.not_found'],
});

export const listCheckDifferences = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/checks/{check}/differences',
  summary: 'What a check found other than it was written, a page at a time',
  access: 'signed-in',
  params: ofCheck,
  query: z.object({
    /** The id of the last difference on the previous page. */
    after: lineIdTextSchema.optional(),
    size: z.enum(differencePageSizes).default('50'),
  }),
  answer: z.object({ differences: z.array(checkDifferenceSchema), hasMore: z.boolean() }),
  errors: ['migration.not_found'],
});

export const exportCheckCsv = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/checks/{check}/differences.csv',
  summary: 'The same, all of it, as CSV',
  access: 'signed-in',
  mediaType: 'text/csv',
  params: ofCheck,
  errors: ['migration.not_found', 'request.too_many'],
});
