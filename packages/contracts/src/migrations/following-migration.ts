import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema } from '../fields.ts';
import { followedSchema, migrationSchema } from './migration.ts';

/** Migrations that follow another one: they run its plan, repeat some of its records, or undo what it wrote. */
const ofMigration = z.object({ id: pathIdSchema });

/** A source record's id, as AccuLynx has it. */
const recordId = z.string().trim().min(1).max(200);

export const runPlan = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/plan-runs',
  summary:
    'Run exactly the plan of a completed dry run; a record that would be written otherwise by now is left out, with what changed',
  access: 'signed-in',
  params: ofMigration,
  answer: migrationSchema,
  status: 201,
  idempotent: true,
  errors: [
    'migration.not_found',
    'migration.not_a_plan',
    'migration.plan_expired',
    'connection.not_found',
    'migration.connection_invalid',
    'migration.too_many_queued',
  ],
});

/** Maximum records that a retry can name by id. */
export const maxNamedRecords = 1_000;

/** Which records of a migration's own kind are copied again. Filters combine. */
export const retrySchema = z.object({
  /** Whether the retry is a dry run. */
  dryRun: z.boolean().default(false),
  outcome: z.enum(['failed', 'skipped']).default('failed'),
  /** The code by which they failed or were skipped. */
  reason: z.string().max(200).optional(),
  /** Only these. */
  records: z.array(recordId).min(1).max(maxNamedRecords).optional(),
  /** Options of the retry that differ from those of the migration. */
  options: z.record(z.string().max(100), z.unknown()).optional(),
  /**
   * Values that replace those from AccuLynx in this retry only, by record, then by HubSpot property. These records are
   * copied whatever their outcome, so that one that was copied without a value gets it.
   */
  corrections: z.record(recordId, z.record(z.string().max(200), z.string().max(65_536))).optional(),
});
export type Retry = z.infer<typeof retrySchema>;

export const retryMigration = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/retries',
  summary:
    'Copy records of an ended migration again that failed or were skipped, with corrected values where they are given',
  access: 'signed-in',
  params: ofMigration,
  body: retrySchema,
  answer: migrationSchema,
  status: 201,
  idempotent: true,
  errors: [
    'migration.not_found',
    'migration.not_ended',
    'migration.nothing_to_retry',
    'migration.correction_invalid',
    'connection.not_found',
    'migration.connection_invalid',
    'migration.too_many_queued',
  ],
});

export const undoMigration = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/undos',
  summary:
    'Take back what an ended migration wrote; what others changed since is spared. With `dryRun` it only tells what would be done',
  access: 'signed-in',
  params: ofMigration,
  body: z.object({ dryRun: z.boolean().default(false) }),
  answer: migrationSchema,
  status: 201,
  idempotent: true,
  errors: [
    'migration.not_found',
    'migration.not_ended',
    'migration.nothing_to_undo',
    'migration.undone_already',
    'connection.not_found',
    'migration.connection_invalid',
    'migration.too_many_queued',
  ],
});

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/following',
  summary: 'The migrations that follow on this one, newest first, and the one that it follows on',
  access: 'signed-in',
  params: ofMigration,
  answer: z.object({
    followed: migrationSchema.nullable(),
    following: z.array(migrationSchema.extend({ follows: followedSchema })),
  }),
  errors: ['migration.not_found'],
});
