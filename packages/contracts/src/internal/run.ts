import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema } from '../fields.ts';
import { migrationTypeSchema } from '../migration.ts';
import { batchPlanSchema, cursorSchema, withheldEmailSchema } from './plan.ts';

/** Who holds a run: one entry of the process health page. */
export const workerIdentitySchema = z.object({
  processId: z.uuid(),
  serverInstanceId: z.string().min(1),
  pid: z.int().positive(),
});
export type WorkerIdentity = z.infer<typeof workerIdentitySchema>;

/** What a run needs to know of its migration. */
export const runSettingsSchema = z.object({
  migrationId: idSchema,
  companyId: companyIdSchema,
  connectionId: idSchema,
  migrationType: migrationTypeSchema,
  batchSize: z.int().min(1).max(100),
  concurrency: z.int().positive(),
  delayMs: z.int().nonnegative(),
  includeNoEmailContacts: z.boolean(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

/**
 * A granted lease. `epoch` is the fencing number that every later call and report carries. Batches 1..nextBatch-1 are
 * planned; those in `unfinished` must be executed again as they stand before reading goes on at `cursor`.
 */
export const claimSchema = z.object({
  epoch: z.int().positive(),
  leaseMs: z.int().positive(),
  settings: runSettingsSchema,
  cursor: cursorSchema.nullable(),
  nextBatch: z.int().positive(),
  /** Source records planned so far, so that the closing count covers the whole migration. */
  plannedRecords: z.int().nonnegative(),
  unfinished: z.array(batchPlanSchema),
});
export type Claim = z.infer<typeof claimSchema>;

const migrationParams = z.object({ id: pathIdSchema });
const batchParams = z.object({ id: pathIdSchema, batch: pathIdSchema });
const epoch = z.int().positive();

export const claimRun = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/claims',
  summary: 'Take the lease on a run',
  access: 'service',
  params: migrationParams,
  body: workerIdentitySchema.extend({ attempt: z.int().positive() }),
  answer: claimSchema,
  status: 201,
  errors: ['run.not_claimable', 'migration.not_found'],
});

/** One call a second per worker, for all its runs; it also brings work that no Kafka consumer picked up. */
export const renewLeases = endpoint({
  method: 'POST',
  path: '/internal/leases/renewals',
  summary: 'Renew the leases of a worker and learn what was cancelled, lost or is left to take',
  access: 'service',
  body: workerIdentitySchema.extend({
    freeSlots: z.int().nonnegative(),
    runs: z.array(z.object({ migrationId: idSchema, epoch })).max(1000),
  }),
  answer: z.object({
    runs: z.array(z.object({ migrationId: idSchema, state: z.enum(['held', 'cancelled', 'lost']) })),
    offers: z.array(z.object({ migrationId: idSchema, attempt: z.int().positive() })),
    /** Whether any migration is queued or running anywhere. When none is, a worker without runs may ask less often. */
    migrationsOpen: z.boolean(),
  }),
});

export const releaseRun = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/releases',
  summary: 'Hand a run back at once, so that another worker resumes it',
  access: 'service',
  params: migrationParams,
  body: z.object({ epoch }),
  errors: ['run.lease_lost'],
});

/** What is known of a source record before it is planned. */
export const recordIdentitySchema = z.object({
  sourceId: z.string(),
  /** The HubSpot record that an earlier migration linked to it, or null. */
  hubspotId: z.string().nullable(),
  /** The other source record of this run that has this e-mail already, or null. */
  emailTakenBy: z.string().nullable(),
  /** The earlier batch of this run that holds this record already (the source shifted while it was read), or null. */
  seenInBatch: z.int().nullable(),
});
export type RecordIdentity = z.infer<typeof recordIdentitySchema>;

export const resolveIdentities = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/batches/{batch}/identities',
  summary: "Look up links and reserve the batch's e-mails for the run; the same call again answers the same",
  access: 'service',
  params: batchParams,
  body: z.object({
    epoch,
    records: z.array(z.object({ sourceId: z.string().min(1), email: z.string().nullable() })).max(100),
  }),
  answer: z.object({ records: z.array(recordIdentitySchema) }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

export const storePlan = endpoint({
  method: 'PUT',
  path: '/internal/migrations/{id}/batches/{batch}/plan',
  summary: 'Record what will be written, before it is written',
  access: 'service',
  params: batchParams,
  body: batchPlanSchema.omit({ batch: true }).extend({ epoch }),
  status: 204,
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** A withheld e-mail address whose turn it is: whoever comes before this record was refused, or was not given it. */
export const openEmailSchema = withheldEmailSchema.extend({
  sourceId: z.string(),
  /** The record in HubSpot; null when it was left out for want of the address. */
  hubspotId: z.string().nullable(),
  /** The record had the address and gave it up for another one, which was refused it. */
  putBack: z.boolean(),
});
export type OpenEmail = z.infer<typeof openEmailSchema>;

export const findOpenEmails = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/open-emails',
  summary: 'The e-mails that were withheld and whose turn it is, a page at a time, each with one record',
  access: 'service',
  params: migrationParams,
  body: z.object({ epoch, after: z.string().nullable() }),
  answer: z.object({
    /** Whether every planned batch is counted; before that nobody can say who was refused, and there are no e-mails. */
    settled: z.boolean(),
    emails: z.array(openEmailSchema),
    /** What to send as `after` for the next page; null on the last one. */
    next: z.string().nullable(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});
