import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { largestId } from '../fields.ts';
import { migrationTypeSchema, newOptionShape } from '../objects/kinds.ts';
import { migrationSchema } from './migration.ts';

type RangeCode = 'migration.batch_size_range' | 'migration.concurrency_range' | 'migration.delay_range';

const whole = (from: number, to: number, code: RangeCode) => z.int(code).min(from, code).max(to, code);

export const newMigrationSchema = z.object({
  connectionId: z
    .int('migration.connection_required')
    .positive('migration.connection_required')
    .max(largestId, 'connection.not_found'),
  migrationType: migrationTypeSchema,
  batchSize: whole(1, 100, 'migration.batch_size_range').default(50),
  concurrency: whole(1, 10, 'migration.concurrency_range').default(3),
  delayMs: whole(0, 60_000, 'migration.delay_range').default(100),
  ...newOptionShape,
  /** Whether it only plans: it reads, looks up and plans, and writes nothing to HubSpot. */
  dryRun: z.boolean().default(false),
});
export type NewMigration = z.infer<typeof newMigrationSchema>;

/** The common part of the calls that create an independent migration. */
const creation = {
  method: 'POST',
  access: 'signed-in',
  answer: migrationSchema,
  status: 201,
  idempotent: true,
  errors: [
    'migration.connection_required',
    'migration.type_required',
    'migration.batch_size_range',
    'migration.concurrency_range',
    'migration.delay_range',
    'connection.not_found',
    'migration.connection_invalid',
    'migration.too_many_queued',
  ],
} as const;

export const createMigration = endpoint({
  ...creation,
  path: '/api/migrations',
  summary: 'Start a migration; it waits as queued while another one of the same connection runs',
  body: newMigrationSchema,
});

/**
 * A separate address: an orchestrator of a release without dry runs does not know it, whereas at the other address it would
 * ignore the choice and write.
 */
export const createDryRun = endpoint({
  ...creation,
  path: '/api/migrations/dry-runs',
  summary: 'The same with `dryRun`: nothing is written to HubSpot',
  body: newMigrationSchema.omit({ dryRun: true }),
});
