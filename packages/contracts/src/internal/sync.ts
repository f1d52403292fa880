import { z } from 'zod';
import { autoSyncResumeSchema, connectionSchema } from '../connections/index.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema, timeSchema } from '../fields.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import { batchPlanSchema, maxPlanned } from './plan.ts';
import {
  findOpenValues,
  findReferences,
  leaseStateSchema,
  resolveIdentities,
  runWaitSchema,
  storePlan,
  workerIdentitySchema,
} from './run.ts';

/*
 * Auto-sync between worker and orchestrator. A *sync* belongs to one HubSpot portal: connections that share a portal share
 * its sync, so that one worker at a time writes to the portal for all of them. A sync has an id of its own.
 *
 *   offer (with a renewal) ─> claim ─> { take a round ─> identities, plans, reports ─> round done } ─> release
 *
 * A round is up to 100 due records of one kind of one connection. Its batches are numbered from 1 within the round. Rounds of
 * different kinds run concurrently.
 */

const syncParams = z.object({ id: pathIdSchema });
const roundParams = z.object({ id: pathIdSchema, round: pathIdSchema });
const epoch = z.int().positive();

/** A connection as the orchestrator's sync needs it. */
export const syncedConnectionSchema = connectionSchema.extend({
  /** By migration type: when auto-sync of it was switched on, by the database's clock; null while it is off, or without a switch. */
  autoSyncSince: z.partialRecord(migrationTypeSchema, timeSchema.nullable()).readonly(),
  /**
   * By migration type: what was chosen when it was switched on again; null at the first time, and while it is off. Servers before this
   * field do not send it: changes of linked records are caught up then, and what was created while it was off is not.
   */
  autoSyncResume: z
    .partialRecord(migrationTypeSchema, autoSyncResumeSchema.nullable())
    .readonly()
    .default({}),
});
export type SyncedConnection = z.infer<typeof syncedConnectionSchema>;

/** One record of a round. */
export const dueRecordSchema = z.object({
  sourceId: z.string().min(1),
  /** The HubSpot record that it is linked to, or null. */
  hubspotId: z.string().nullable(),
  /** Whether it is known to be created after auto-sync was switched on; otherwise an unlinked record must be checked. */
  isNew: z.boolean(),
  /** When its newest event was received. */
  knownAt: timeSchema,
  /** AccuLynx' date of its oldest unprocessed event; null where one of them has none. */
  changedAt: timeSchema.nullable(),
  /**
   * For a record that is due because HubSpot differs from what was written: the state that was written, and when. As long
   * as its source has this state, what others changed in HubSpot since then is left alone.
   */
  check: z.object({ digest: z.string(), writtenAt: timeSchema }).nullable().default(null),
});
export type DueRecord = z.infer<typeof dueRecordSchema>;

/** Maximum records per round. */
export const roundSize = 100;

/** Up to 100 due records of one kind, and how to copy them. */
export const syncRoundSchema = z.object({
  round: z.int().positive(),
  connectionId: idSchema,
  companyId: companyIdSchema,
  migrationType: migrationTypeSchema,
  /** What was chosen for this kind; `options` of its `ObjectType` reads it. */
  options: z.record(z.string(), z.unknown()),
  /** When auto-sync of this kind was switched on. */
  since: timeSchema,
  /**
   * For kinds whose records have no creation time: whether the records that existed when auto-sync was switched on are
   * noted. If not, the worker notes them before anything else (`noteExistingRecords`); such a round may hold no records.
   */
  existingNoted: z.boolean(),
  /**
   * For such kinds: whatever the source created until then is linked, or known to be new (`noteCreatedRecords`); null until
   * this was determined for the first time.
   */
  createdKnownUntil: timeSchema.nullable(),
  /** When the round was taken, by the database's clock: what is read for it is newer. */
  takenAt: timeSchema,
  records: z.array(dueRecordSchema).max(roundSize).readonly(),
  /** How many more records of its kind wait, up to 150: what is read for this round may serve them too. */
  alsoWaiting: z.int().nonnegative().default(0),
  /** For a round that an earlier worker left: batches that must be executed again unchanged. */
  unfinished: z.array(batchPlanSchema).readonly(),
  nextBatch: z.int().positive(),
});
export type SyncRound = z.infer<typeof syncRoundSchema>;

export const claimSync = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/claims',
  summary: "Take the lease on a portal's sync",
  access: 'service',
  params: syncParams,
  body: workerIdentitySchema,
  answer: z.object({ epoch, leaseMs: z.int().positive() }),
  status: 201,
  errors: ['run.not_claimable', 'migration.not_found'],
});

/**
 * One call a second per worker, for all its syncs; it also brings syncs that have due records and no worker. A worker without
 * syncs calls less often while no company has auto-sync on (`syncsOn`; an orchestrator of the previous release does not say).
 */
export const renewSyncs = endpoint({
  method: 'POST',
  path: '/internal/syncs/renewals',
  summary: "Renew the leases of a worker's syncs, and learn which are lost or due",
  access: 'service',
  body: workerIdentitySchema.extend({
    freePlaces: z.int().nonnegative(),
    syncs: z
      .array(z.object({ syncId: idSchema, epoch }))
      .max(1000)
      .readonly(),
  }),
  answer: z.object({
    syncs: z.array(z.object({ syncId: idSchema, state: leaseStateSchema, uncounted: z.int().nonnegative() })),
    offers: z.array(z.object({ syncId: idSchema })),
    syncsOn: z.boolean().optional(),
  }),
});

/** The limit beyond which records of a connection and kind are neither listed as waiting nor read ahead. */
export const maxReadAhead = 15_000;

/** The maximum number of connections and kinds that a worker reports as read ahead when it asks for a round. */
export const maxKindsAhead = 20;

/** Due records of a connection and kind that the worker has read already, while it reads a list for another round of them. */
export const readAheadSchema = z.object({
  connectionId: idSchema,
  migrationType: migrationTypeSchema,
  sourceIds: z.array(z.string().min(1)).min(1).max(roundSize).readonly(),
});
export type ReadAhead = z.infer<typeof readAheadSchema>;

export const takeRound = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/rounds',
  summary: 'Take up to 100 due records of one kind; a round that was left comes first, as it stands',
  access: 'service',
  params: syncParams,
  body: z.object({
    epoch,
    /** The rounds that this worker has taken under the lease; missing from workers of the release before. */
    inHand: z.array(z.int().positive()).max(100).readonly().optional(),
    /**
     * Whether the worker leaves alone what others changed (`check`); workers of the previous release are not given such
     * records.
     */
    heedsChecks: z.boolean().default(false),
    /** What the worker has read ahead: rounds of these are granted beside the one whose list is being read. */
    readAhead: z.array(readAheadSchema).max(maxKindsAhead).readonly().default([]),
  }),
  answer: z.object({
    round: syncRoundSchema.nullable(),
    /** Without a round: when to ask again; null when nothing is due soon, so that the sync should be released. */
    waitMs: z.int().positive().nullable(),
    /** Those of `inHand` whose end is not counted yet. */
    open: z.array(z.int().positive()).readonly(),
  }),
  errors: ['run.lease_lost'],
});

export const findWaitingRecords = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/rounds/{round}/waiting-records',
  summary: "Find linked records of the round's connection and kind that are due and in no round",
  access: 'service',
  params: roundParams,
  body: z.object({ epoch }),
  answer: z.object({ sourceIds: z.array(z.string().min(1)).max(maxReadAhead).readonly() }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

export const noteExistingRecords = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/rounds/{round}/existing-records',
  summary:
    "Note records of the round's kind that were there when auto-sync was switched on: they are not new",
  access: 'service',
  params: roundParams,
  body: z.object({
    epoch,
    sourceIds: z.array(z.string().min(1)).max(maxPlanned).readonly(),
    /** Whether these were the last ones; only then are they stored permanently. */
    complete: z.boolean(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

export const noteCreatedRecords = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/rounds/{round}/created-records',
  summary:
    "Note records of the round's kind that the source created since auto-sync was switched on: they are new",
  access: 'service',
  params: roundParams,
  body: z.object({
    epoch,
    sourceIds: z.array(z.string().min(1)).max(maxPlanned).readonly(),
    /** The first of the days on which they were created. */
    from: z.iso.date(),
    /** With the last ones: everything that was created from the first day until then is noted. */
    until: timeSchema.nullable(),
  }),
  errors: ['run.lease_lost', 'run.cancelled'],
});

/** The ledger's calls are those of a migration's run, under the round. */
export const resolveSyncIdentities = endpoint({
  ...resolveIdentities,
  path: '/internal/syncs/{id}/rounds/{round}/identities',
  params: roundParams,
});

export const storeSyncPlan = endpoint({
  ...storePlan,
  path: '/internal/syncs/{id}/rounds/{round}/batches/{batch}/plan',
  body: storePlan.body.omit({ heedsOthers: true }).extend({
    /** When records of the plan were read, by source id, if later than `readAt`; workers before this field do not send it. */
    readLater: z.record(z.string(), timeSchema).optional(),
  }),
  params: roundParams.extend({ batch: pathIdSchema }),
});

export const findSyncOpenValues = endpoint({
  ...findOpenValues,
  path: '/internal/syncs/{id}/rounds/{round}/open-values',
  params: roundParams,
});

export const findSyncReferences = endpoint({
  ...findReferences,
  path: '/internal/syncs/{id}/rounds/{round}/references',
  params: roundParams,
});

export const releaseSync = endpoint({
  method: 'POST',
  path: '/internal/syncs/{id}/releases',
  summary: 'Hand a sync back, so that another worker takes it when something is due',
  access: 'service',
  params: syncParams,
  body: z.object({ epoch, wait: runWaitSchema.optional() }),
  errors: ['run.lease_lost'],
});

export const getSyncedConnection = endpoint({
  method: 'GET',
  path: '/internal/connections/{id}/sync',
  summary: 'A connection of any company with its auto-sync switches, for the orchestrator',
  access: 'service',
  params: z.object({ id: pathIdSchema }),
  query: z.object({ companyId: companyIdSchema }),
  answer: syncedConnectionSchema,
  errors: ['connection.not_found'],
});
