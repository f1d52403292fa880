import { findingVerdictSchema, migrationStatusSchema, outcomeKinds } from '@ridgeline/contracts';
import { sweepPassSchema } from '@ridgeline/contracts/internal';
import { aCounter, aGauge, aHistogram, aJob, oneOf, upTo } from '@ridgeline/kit/metric-definitions';

const kind = upTo(12, 'names of kinds of records, as plans have them');
const outcome = oneOf(outcomeKinds);

/** Migrations as the tables have them. */
export const migrationDefinitions = {
  migrations: aGauge({
    name: 'ridgeline_migrations',
    help: 'Migrations by status, without dry runs; those that ended long ago included',
    labels: { status: oneOf(migrationStatusSchema.options) },
    shared: true,
  }),
  migrationsOpen: aGauge({
    name: 'ridgeline_migrations_open',
    help: 'Migrations that have not ended, by phase: queued (no worker has had it yet), resuming (queued again, or running without a worker), moving, waiting (a worker has it and waits, mostly for a vendor), stalled (a worker has it, waits for nothing, and has made no progress for minutes), closing (it has ended, and a worker still looks up the outcomes of its last batches)',
    labels: { phase: oneOf(['queued', 'resuming', 'moving', 'waiting', 'stalled', 'paused', 'closing']) },
    shared: true,
  }),
  migrationsOldestQueued: aGauge({
    name: 'ridgeline_migrations_oldest_queued_seconds',
    help: 'For how long the migration that has waited longest for a worker has, since its start command; 0 when none waits. Those behind another one of the same portal, and those that wait for a vendor without a slot, are left out',
    labels: {},
    shared: true,
  }),
} as const;

/** Leases of runs. */
export const leaseDefinitions = {
  leaseAge: aGauge({
    name: 'ridgeline_lease_age_seconds',
    help: 'How long ago a worker process renewed the lease that it renewed longest ago. A process that holds none has no series',
    labels: { process: upTo(500, 'ids of the worker processes that hold leases') },
    shared: true,
  }),
  leases: aGauge({
    name: 'ridgeline_leases',
    help: 'Leases by whether they are in force, or over and not taken back yet',
    labels: { state: oneOf(['held', 'over']) },
    shared: true,
  }),
  leasesLost: aCounter({
    name: 'ridgeline_migration_leases_lost_total',
    help: 'Leases that ended because the worker did not renew them; again: those of runs that had lost another worker within the 5 minutes before',
    labels: { again: oneOf(['yes', 'no']) },
  }),
} as const;

/** What workers reported. */
export const reportDefinitions = {
  reports: aCounter({
    name: 'ridgeline_migration_reports_total',
    help: 'Reports of workers by kind and result; stale ones are under a lease that has passed on',
    labels: {
      kind: oneOf(['batchDone', 'progress', 'finished', 'unknown']),
      result: oneOf(['counted', 'repeated', 'stale', 'unusable']),
    },
  }),
  batches: aCounter({
    name: 'ridgeline_migration_batches_total',
    help: 'Batches that were executed and counted',
    labels: {},
  }),
  records: aCounter({
    name: 'ridgeline_migration_records_total',
    help: 'Records and associations by kind and outcome',
    labels: { kind, outcome },
  }),
} as const;

/** Auto-sync. */
export const syncDefinitions = {
  dueRecords: aGauge({
    name: 'ridgeline_sync_due_records',
    help: 'Records that auto-sync has yet to copy, dead letters aside: of connections that are worked on, and of those that wait for a vendor',
    labels: { state: oneOf(['working', 'waiting']) },
    shared: true,
  }),
  oldest: aGauge({
    name: 'ridgeline_sync_oldest_seconds',
    help: 'For how long the record that has waited longest for auto-sync has; 0 when none waits',
    labels: { state: oneOf(['working', 'waiting']) },
    shared: true,
  }),
  overdue: aGauge({
    name: 'ridgeline_sync_overdue_seconds',
    help: 'For how long the connection that has waited longest for a round, or for the end of one, has; 0 when none waits. Those that wait for a vendor, and records that wait for their next attempt, are left out',
    labels: {},
    shared: true,
  }),
  overdueConnections: aGauge({
    name: 'ridgeline_sync_overdue_connections',
    help: 'Connections that have waited for a round, or for the end of one, for more than 30 seconds; those that wait for a vendor are left out',
    labels: {},
    shared: true,
  }),
  deadLetters: aGauge({
    name: 'ridgeline_sync_dead_letters',
    help: 'Records that auto-sync stopped trying to copy',
    labels: {},
    shared: true,
  }),
  deadLettered: aCounter({
    name: 'ridgeline_sync_dead_lettered_total',
    help: 'Records that became dead letters, by cause: rejected (HubSpot takes them only when a user has changed something), expired (every attempt of a day failed)',
    labels: { cause: oneOf(['rejected', 'expired']) },
  }),
  reports: aCounter({
    name: 'ridgeline_sync_reports_total',
    help: 'Reports of workers about auto-sync by kind and result; stale ones are under a lease that has passed on',
    labels: {
      kind: oneOf(['batchDone', 'roundDone', 'unknown']),
      result: oneOf(['counted', 'repeated', 'stale', 'unusable']),
    },
  }),
  rounds: aCounter({
    name: 'ridgeline_sync_rounds_total',
    help: 'Rounds of auto-sync that ended, by result',
    labels: { result: oneOf(['done', 'put-back', 'failed', 'unknown']) },
  }),
  records: aCounter({
    name: 'ridgeline_sync_records_total',
    help: 'Records and associations that auto-sync copied, by kind and outcome',
    labels: { kind, outcome },
  }),
  unknownGone: aCounter({
    name: 'ridgeline_sync_unknown_gone_total',
    help: 'Records that events named, that were never read or linked, and that AccuLynx does not have: many of them are forged, or of a record that was deleted soon',
    labels: {},
  }),
  unknownLeftOut: aCounter({
    name: 'ridgeline_sync_unknown_left_out_total',
    help: 'Records that events named, that were never read or linked, and that were left out because 50,000 such records of their connection waited; sweeps search for them. A flood of forged events, or a large import',
    labels: {},
  }),
  delay: aHistogram({
    name: 'ridgeline_sync_delay_seconds',
    help: 'Time from the event of a record to its outcome',
    labels: {},
    buckets: [1, 2, 3, 4, 5, 7.5, 10, 30, 60, 300, 3600],
  }),
} as const;

/** Sweeps. */
export const sweepDefinitions = {
  overdue: aGauge({
    name: 'ridgeline_sweep_overdue_seconds',
    help: 'For how long the sweep that is most overdue is: recent since it was due until its end, all, portal (a comparison with HubSpot) and written (a check of a migration) until a worker has it; 0 when none is. Those that wait for a vendor are left out',
    labels: { pass: oneOf(sweepPassSchema.options) },
    shared: true,
  }),
  findings: aGauge({
    name: 'ridgeline_sweep_findings',
    help: 'Changes that sweeps found before any event of them in the last 2 hours: open (an event may still come), missed (none came within an hour), late (it came after that), early (it came before AccuLynx showed the change)',
    labels: { verdict: oneOf(findingVerdictSchema.options) },
    shared: true,
  }),
  records: aCounter({
    name: 'ridgeline_sweep_records_total',
    help: 'Records that sweeps compared with what was copied last: equal (or waiting already), due (it differed), noted (its state was not known, or of another version), left (to migrations)',
    labels: { result: oneOf(['equal', 'due', 'noted', 'left']) },
  }),
} as const;

/** Comparisons with HubSpot. */
export const accuracyDefinitions = {
  compared: aCounter({
    name: 'ridgeline_accuracy_records_total',
    help: 'Linked records that were compared with HubSpot, by result: equal (as they were written), changed_by_people (changed in HubSpot by people or other tools), differing (not as they were written, and no one changed them; they are written again), gone (deleted or merged in HubSpot). One of which some values were changed and others differ counts as both',
    labels: { result: oneOf(['equal', 'changed_by_people', 'differing', 'gone']) },
  }),
  repaired: aCounter({
    name: 'ridgeline_accuracy_repaired_total',
    help: 'Records that HubSpot did not have as they were written, though no one had changed them, and that were written again',
    labels: {},
  }),
} as const;

/** Jobs of the orchestrator. */
export const orchestratorJobs = {
  recordRetention: aJob('record-retention'),
  leaseReaping: aJob('lease-reaping'),
  sweepUpkeep: aJob('sweep-upkeep'),
} as const;
