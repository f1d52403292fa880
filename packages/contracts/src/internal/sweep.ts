import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, idSchema, pathIdSchema, timeSchema } from '../fields.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';
import { cursorSchema } from './plan.ts';
import { leaseStateSchema, runWaitSchema, workerIdentitySchema } from './run.ts';

/*
 * Sweeps find changes that no event reported. A sweep reads one kind of record of one connection in AccuLynx; the
 * orchestrator compares each record with the state that was last copied, and makes due those that differ. A sweep of the pass
 * `portal` reads HubSpot instead (accuracy.ts), and one of the pass `written` reads back what a migration wrote (check.ts).
 *
 *   grant (with a renewal) ─> { read a page ─> report it } ─> end ─> due again after its interval
 *                               └─ release, or the lease is over ─> the next worker continues at the cursor
 *
 * One call reports pages and ends of several sweeps. A check is offered with a renewal, and claimed; workers and orchestrators
 * of the previous release claim, report and end each sweep by separate calls.
 *
 * Each connection has a sweep of each pass and kind that auto-sync copies.
 */

/** Which sweep a worker asks about. */
export const sweepParams = z.object({ id: pathIdSchema });
const epoch = z.int().positive();

/**
 * `recent`: what was created, or changed, since the last one. `all`: every record. `portal`: linked records in HubSpot. `written`:
 * what one migration wrote, once. Workers of the release before do not know the last one.
 */
export const sweepPassSchema = z.enum(['recent', 'all', 'portal', 'written']);
export type SweepPass = z.infer<typeof sweepPassSchema>;

/** What a sweep reads, and where it begins. */
export const sweepOrderSchema = z.object({
  connectionId: idSchema,
  companyId: companyIdSchema,
  migrationType: migrationTypeSchema,
  pass: sweepPassSchema,
  /** When auto-sync of this kind was switched on; for a check of a migration, when the check was requested. */
  since: timeSchema,
  /** For a `recent` sweep: the time back to which it reads what was changed or created, by the source's clock. */
  after: timeSchema,
  /** Where an earlier worker was; null at the beginning. */
  cursor: cursorSchema.nullable(),
  /** The portal that the checked migration wrote to: only the pass `written` has it. */
  portalId: z.string().nullable().optional(),
});
export type SweepOrder = z.infer<typeof sweepOrderSchema>;

/**
 * The state of a source record, the same in all readings. The digest begins with its version and a colon: digests of
 * different versions cannot be compared.
 */
export const recordStateSchema = z.object({
  digest: z.string().min(1).max(100),
  /** When the source says that it was changed, and created; null where it does not say. */
  changedAt: timeSchema.nullable(),
  createdAt: timeSchema.nullable(),
});
export type RecordState = z.infer<typeof recordStateSchema>;

/** Maximum records per page of a source's list. */
export const maxSwept = 100;

export const sweptRecordSchema = recordStateSchema.extend({
  sourceId: z.string().min(1),
  /** Its display name; null where it has no name. */
  name: z.string().nullable(),
});
export type SweptRecord = z.infer<typeof sweptRecordSchema>;

/** A sweep whose lease a worker now holds. */
const grantSchema = z.object({
  epoch,
  leaseMs: z.int().positive(),
  /** The time of the claim by the orchestrator's database. */
  claimedAt: timeSchema,
  sweep: sweepOrderSchema,
});

export const claimSweep = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/claims',
  summary: 'Take the lease on a sweep',
  access: 'service',
  params: sweepParams,
  body: workerIdentitySchema,
  answer: grantSchema,
  status: 201,
  errors: ['run.not_claimable', 'migration.not_found'],
});

/** One call for all sweeps of a worker; it also brings sweeps that are due and have no worker: claimed already, or offered. */
export const renewSweeps = endpoint({
  method: 'POST',
  path: '/internal/sweeps/renewals',
  summary: "Renew the leases of a worker's sweeps, and learn which are lost or due",
  access: 'service',
  body: workerIdentitySchema.extend({
    freePlaces: z.int().nonnegative(),
    /** The passes that the worker knows: it is offered no others. */
    passes: z.array(z.string()).readonly().default(['recent', 'all']),
    /** Whether it accepts sweeps that are already claimed. */
    takesGrants: z.boolean().default(false),
    sweeps: z
      .array(z.object({ sweepId: idSchema, epoch }))
      .max(1_000)
      .readonly(),
  }),
  answer: z.object({
    sweeps: z.array(z.object({ sweepId: idSchema, state: leaseStateSchema })),
    offers: z.array(z.object({ sweepId: idSchema })),
    grants: z.array(grantSchema.extend({ sweepId: idSchema })).default([]),
    /** The time of the answer by the orchestrator's database. */
    renewedAt: timeSchema,
  }),
});

/** A page of a source as it was read. */
const sweptPageSchema = z.object({
  /** A time of the orchestrator's database before the page was read. */
  readAt: timeSchema,
  records: z.array(sweptRecordSchema).max(maxSwept).readonly(),
  /** Where reading continues after the page; null where it cannot. */
  cursor: cursorSchema.nullable(),
  /** How many calls the vendor received since the last report. */
  calls: z.int().nonnegative(),
});

/** Maximum reports per call. */
export const maxReports = 50;

/** What a worker reports of a sweep: a page, its end, or both. */
const sweepReportSchema = z.object({
  sweepId: idSchema,
  epoch,
  page: sweptPageSchema.nullable(),
  /** Everything that the sweep covers was read and reported. */
  end: z.object({ calls: z.int().nonnegative() }).nullable(),
});
export type SweepReport = z.infer<typeof sweepReportSchema>;

export const reportSweeps = endpoint({
  method: 'POST',
  path: '/internal/sweeps/reports',
  summary: 'Compare pages of several sweeps with what was copied last, and end sweeps; what differs is due',
  access: 'service',
  body: z.object({ reports: z.array(sweepReportSchema).max(maxReports).readonly() }),
  /** The sweeps whose lease the worker has lost: their reports are rejected. Each sweep has one report at most. */
  answer: z.object({ lost: z.array(idSchema) }),
});

export const reportSweptPage = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/pages',
  summary: 'Compare the records of a page with what was copied last; what differs is due',
  access: 'service',
  params: sweepParams,
  body: sweptPageSchema.extend({ epoch }),
  errors: ['run.lease_lost'],
});

export const endSweep = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/ends',
  summary: 'All that the sweep is about was read and reported',
  access: 'service',
  params: sweepParams,
  body: z.object({
    epoch,
    calls: z.int().nonnegative(),
    /** Of a check of a migration: why it could not be made. */
    problem: z.string().max(500).optional(),
  }),
  errors: ['run.lease_lost'],
});

export const releaseSweep = endpoint({
  method: 'POST',
  path: '/internal/sweeps/{id}/releases',
  summary: 'Hand a sweep back before its end, so that another worker continues at its cursor',
  access: 'service',
  params: sweepParams,
  body: z.object({ epoch, wait: runWaitSchema.optional() }),
  errors: ['run.lease_lost'],
});
