import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema, timeSchema } from '../fields.ts';
import { followedSchema } from '../migrations/migration.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import {
  batchPlanSchema,
  cursorSchema,
  deferredValueSchema,
  maxPlanned,
  recordReferenceSchema,
  takenKeySchema,
} from './plan.ts';

/** The process that holds a run: one entry of the process health page. */
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
  /** What was chosen for this kind of record; `options` of its `ObjectType` reads it. */
  options: z.record(z.string(), z.unknown()),
  /** Whether nothing is written to HubSpot: a plan is reported as executed when it is stored. */
  dryRun: z.boolean().default(false),
  /** The migration that it follows, which decides what is read and planned (followed.ts); null if it follows none. */
  follows: followedSchema.nullable().default(null),
  /** Whether only chosen records are copied (`findChosenRecords`). */
  onlyChosen: z.boolean().default(false),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

/**
 * A granted lease. `epoch` is the fencing number that every later call and report carries. Batches 1..nextBatch-1 are
 * planned; those in `unfinished` must be executed again unchanged before reading resumes at `cursor`.
 */
export const claimSchema = z.object({
  epoch: z.int().positive(),
  leaseMs: z.int().positive(),
  settings: runSettingsSchema,
  cursor: cursorSchema.nullable(),
  nextBatch: z.int().positive(),
  /** Records of the migration's own type planned so far, so that the closing count covers the whole migration. */
  plannedRecords: z.int().nonnegative(),
  unfinished: z.array(batchPlanSchema).readonly(),
  /** Whether no earlier write to this portal is known to us: then hardly any of its records carries our ids. */
  newPortal: z.boolean(),
  /** Whether records of the migration's own kind are linked in this portal; an earlier orchestrator leaves it out. */
  hasLinks: z.boolean().default(false),
  /** The time of the claim by the orchestrator's database; an earlier orchestrator leaves it out. */
  claimedAt: timeSchema.optional(),
  /**
   * The run has ended without its worker. Nothing more may be written: the outcomes of the unfinished batches are only read
   * back and reported.
   */
  closing: z.boolean().optional(),
  /** Whether to compare what would be created with HubSpot for look-alikes (`reportLookAlikes`). */
  seeksLookAlikes: z.boolean().optional(),
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
  body: workerIdentitySchema.extend({
    attempt: z.int().positive(),
    /** Whether the worker knows dry runs and migrations that follow others: one of an earlier release would write everything. */
    knowsPurposes: z.boolean().default(false),
  }),
  answer: claimSchema,
  status: 201,
  errors: ['run.not_claimable', 'migration.not_found'],
});

/**
 * The result of a lease renewal. `yield`: it is held, but the run must be handed back, because other companies wait for a
 * slot. `busy`: another call is deciding about it; ask again. `lost`: it is over.
 */
export const leaseStateSchema = z.enum(['held', 'cancelled', 'yield', 'busy', 'lost']);
export type LeaseState = z.infer<typeof leaseStateSchema>;

/** One call a second per worker, for all its runs; it also brings work that no Kafka consumer picked up. */
export const renewLeases = endpoint({
  method: 'POST',
  path: '/internal/leases/renewals',
  summary: 'Renew the leases of a worker and learn what was cancelled, lost or is left to take',
  access: 'service',
  body: workerIdentitySchema.extend({
    freeSlots: z.int().nonnegative(),
    runs: z
      .array(z.object({ migrationId: idSchema, epoch }))
      .max(1000)
      .readonly(),
  }),
  answer: z.object({
    /** `uncounted`: batches of the run that are planned but not yet counted. */
    runs: z.array(
      z.object({ migrationId: idSchema, state: leaseStateSchema, uncounted: z.int().nonnegative() }),
    ),
    offers: z.array(z.object({ migrationId: idSchema, attempt: z.int().positive() })),
    /** Whether any migration is queued or running anywhere. When none is, a worker without runs may ask less often. */
    migrationsOpen: z.boolean(),
    /** The time of the answer by the orchestrator's database; an earlier orchestrator leaves it out. */
    renewedAt: timeSchema.optional(),
  }),
});

/** For a run that waits long for a vendor: how long no worker needs to claim it, and what it waits for, in words. */
export const runWaitSchema = z.object({
  ms: z.int().positive().max(86_400_000),
  reason: z.string().max(500),
});
export type RunWait = z.infer<typeof runWaitSchema>;

export const releaseRun = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/releases',
  summary: 'Hand a run back immediately, so that another worker resumes it',
  access: 'service',
  params: migrationParams,
  body: z.object({
    epoch,
    wait: runWaitSchema.optional(),
  }),
  errors: ['run.lease_lost'],
});

/** A source record whose identity is requested, with its unique value in addition to the source id, if it has one. */
const identityQuestionSchema = z.object({ sourceId: z.string().min(1), key: z.string().nullable() });
export type IdentityQuestion = z.infer<typeof identityQuestionSchema>;

/** What is known of a source record before planning. */
export const recordIdentitySchema = z.object({
  sourceId: z.string(),
  /** The HubSpot record that an earlier migration linked to it, or null. */
  hubspotId: z.string().nullable(),
  /** The other source record of this run that already has this one's unique value, or null. */
  keyTakenBy: z.string().nullable(),
  /** The earlier batch of this run that already holds this record (the source shifted while it was read), or null. */
  seenInBatch: z.int().nullable(),
});
export type RecordIdentity = z.infer<typeof recordIdentitySchema>;

export const resolveIdentities = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/identities',
  summary:
    'Look up what is known of source records of one kind: links, unique values of the run, earlier batches',
  access: 'service',
  params: migrationParams,
  body: z.object({
    epoch,
    kind: z.string().min(1),
    records: z.array(identityQuestionSchema).max(maxPlanned).readonly(),
  }),
  answer: z.object({ records: z.array(recordIdentitySchema).readonly() }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** A planned record whose state in AccuLynx was read before another plan for it was stored. */
export const outdatedRecordSchema = z.object({
  sourceId: z.string(),
  /** The HubSpot record that it is linked to, or null. */
  hubspotId: z.string().nullable(),
});
export type OutdatedRecord = z.infer<typeof outdatedRecordSchema>;

export const storePlan = endpoint({
  method: 'PUT',
  path: '/internal/migrations/{id}/batches/{batch}/plan',
  summary: 'Record what will be written, before it is written',
  access: 'service',
  params: batchParams,
  body: batchPlanSchema.omit({ batch: true }).extend({
    epoch,
    /**
     * A time of the orchestrator's database before the first record of the plan was read from AccuLynx; absent in plans of
     * earlier releases.
     */
    readAt: timeSchema.optional(),
    /** Whether the worker understands `outdated` and `inUse`; those of earlier releases do not say so. */
    heedsOthers: z.boolean().default(false),
  }),
  /** The plan is stored when nothing is taken, outdated or in use. */
  answer: z.object({
    /** What other records of the run have: the plan must be made again without it, and sent again. */
    taken: z.array(takenKeySchema).readonly(),
    /** Records for which a newer plan is stored: a migration counts them as unchanged, sync reads them again. */
    outdated: z.array(outdatedRecordSchema).readonly().optional(),
    /** A record, key or HubSpot record of the plan is in an unfinished plan of the same portal: send it again shortly. */
    inUse: z.boolean().optional(),
    /** The owner of that plan. Servers before this field do not send it. */
    inUseBy: z.enum(['migration', 'sync']).optional(),
  }),
  errors: ['run.lease_lost', 'run.cancelled', 'run.batch_counted'],
});

/** A deferred value that this record may now claim: the records before this one were refused it, or did not get it. */
export const openValueSchema = deferredValueSchema.extend({
  sourceId: z.string(),
  /** The record in HubSpot; null when it was skipped without the value. */
  hubspotId: z.string().nullable(),
  /** The record had exchanged this value for another one, which it was then refused. */
  putBack: z.boolean(),
});
export type OpenValue = z.infer<typeof openValueSchema>;

/** For pages that are cut by batch: `after` is the last batch of the previous pages, 0 for the first page. */
const pageBody = z.object({ epoch, kind: z.string().min(1), after: z.int().nonnegative() });
/** What to send as `after` for the next page; null on the last one. */
const next = z.int().positive().nullable();

export const findOpenValues = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/open-values',
  summary:
    'The values that were deferred for records of a kind and whose turn it is, a page at a time, each with one record',
  access: 'service',
  params: migrationParams,
  body: pageBody,
  answer: z.object({
    /** Whether every planned batch is counted; until then the rejected records are not known, and there are no values. */
    settled: z.boolean(),
    values: z.array(openValueSchema),
    next,
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

const foreseen = 'new:';

/** The placeholder for the HubSpot id of a record that a dry run would create. */
export const foreseenId = (sourceId: string): string => foreseen + sourceId;
export const isForeseenId = (hubspotId: string): boolean => hubspotId.startsWith(foreseen);

/** A record that is in HubSpot, or would be after a dry run's plan (`foreseenId`), and one to associate it with. */
export const countedReferenceSchema = recordReferenceSchema.extend({
  from: z.object({
    sourceId: z.string(),
    /** Its display name. */
    displayName: z.string(),
    hubspotId: z.string(),
    /** Whether this run created it: then it has no associations yet. */
    created: z.boolean(),
  }),
  /** The outcome of the other record, in this run or an earlier one; null where it is not in HubSpot. */
  hubspotId: z.string().nullable(),
  /** Why this run skipped it or HubSpot rejected it, else null. */
  reason: z.string().nullable(),
});
export type CountedReference = z.infer<typeof countedReferenceSchema>;

export const findReferences = endpoint({
  method: 'POST',
  path: '/internal/migrations/{id}/references',
  summary: 'The associations to write for the records of a kind, a page at a time',
  access: 'service',
  params: migrationParams,
  body: pageBody,
  answer: z.object({
    /** Whether every planned batch of records is counted; until then there are no references. */
    settled: z.boolean(),
    references: z.array(countedReferenceSchema),
    next,
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});
