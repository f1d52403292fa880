import type { RuleCase } from './rule-case.ts';

const from = 'service="migration-orchestrator",instance="a"';
const reported = (worker: string): string =>
  `ridgeline_worker_batches_total{service="migration-worker",instance="${worker}"}`;
const counted = (orchestrator: string): string =>
  `ridgeline_migration_batches_total{service="migration-orchestrator",instance="${orchestrator}"}`;
const open = (phase: string): string => `ridgeline_migrations_open{${from},phase="${phase}"}`;
const withStatus = (status: string): string => `ridgeline_migrations{${from},status="${status}"}`;
const records = (outcome: string): string =>
  `ridgeline_migration_records_total{${from},kind="contact",outcome="${outcome}"}`;

/** A counter that rises every fifth scrape, starting from a number. */
const everyFifth = (first: number): string =>
  Array.from({ length: 8 }, (_, count) => `${first + count}x4`).join(' ');

/** A heartbeat that keeps up with the samples for two minutes, and then stops. */
const beatsUntilTwoMinutes = '0+15x8 120x30';

/** Alerts on migrations, workers and leases. */
export const migrationCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineMigrationsStalled',
    // One run stalls beside one that moves.
    fault: {
      [open('stalled')]: '0x8 1x30',
      [open('moving')]: '2x8 1x30',
      [reported('w')]: '0+3x40',
      [counted('a')]: '0+3x40',
    },
    harmless: {
      what: 'a list is read again for minutes, and a batch a minute is counted after the next scrape',
      series: {
        [open('stalled')]: '0x60',
        [open('moving')]: '2x60',
        [reported('w')]: `24x20 ${everyFifth(25)}`,
        [counted('a')]: `24x21 ${everyFifth(25)}`,
      },
    },
  },
  {
    alert: 'RidgelineMigrationsStalled',
    // Reports do not arrive though workers move.
    fault: { [open('moving')]: '2x40', [reported('w')]: '0+3x40', [counted('a')]: '0+3x8 24x30' },
    harmless: {
      what: 'the orchestrator is replaced while workers report',
      series: {
        [open('moving')]: '2x60',
        [reported('w')]: '0+3x60',
        [counted('a')]: '0+3x8 stale',
        [counted('b')]: '_x10 3+3x50',
      },
    },
  },
  {
    alert: 'RidgelineMigrationsQueuedLong',
    fault: { [`ridgeline_migrations_oldest_queued_seconds{${from}}`]: '0x8 15+15x30' },
    harmless: {
      what: 'a worker comes back within a minute',
      series: { [`ridgeline_migrations_oldest_queued_seconds{${from}}`]: '0x8 15 30 45 60 0x40' },
    },
  },
  {
    alert: 'RidgelineMigrationsFailing',
    fault: { [withStatus('failed')]: '3x8 5x30', [withStatus('completed')]: '90x8 91x30' },
    harmless: {
      what: 'one fails while many complete',
      series: { [withStatus('failed')]: '3x8 4x50', [withStatus('completed')]: '90+1x60' },
    },
  },
  {
    alert: 'RidgelineRecordsFailing',
    fault: { [records('created')]: '0+50x8 400x30', [records('failed')]: '0x8 50+50x30' },
    names: { kind: 'contact' },
    harmless: {
      what: 'a few of many are refused',
      series: { [records('created')]: '0+50x60', [records('failed')]: '0+5x60' },
    },
  },
  {
    alert: 'RidgelineWorkerSilent',
    fault: {
      'ridgeline_worker_heartbeat_timestamp_seconds{service="migration-worker",instance="a",process="p"}':
        beatsUntilTwoMinutes,
    },
    names: { instance: 'a', process: 'p' },
    harmless: {
      what: 'the orchestrator is unavailable for half a minute, and the worker is replaced',
      series: {
        'ridgeline_worker_heartbeat_timestamp_seconds{service="migration-worker",instance="a",process="p"}':
          '0+15x8 120 120 165+15x8 stale',
        'ridgeline_worker_heartbeat_timestamp_seconds{service="migration-worker",instance="b",process="q"}':
          '_x20 300+15x40',
      },
    },
  },
  {
    alert: 'RidgelineLeasesFlapping',
    // Two runs move from worker to worker; two orchestrators reclaim them in turn.
    fault: {
      [`ridgeline_migration_leases_lost_total{${from},again="yes"}`]: '0x8 1x1 2x1 3x20',
      'ridgeline_migration_leases_lost_total{service="migration-orchestrator",instance="b",again="yes"}':
        '0x9 1x1 2x20',
    },
    harmless: {
      what: 'one worker after another with four runs dies, of which one had just lost another worker',
      series: {
        [`ridgeline_migration_leases_lost_total{${from},again="no"}`]: '0x8 2 4x8 6 8x50',
        [`ridgeline_migration_leases_lost_total{${from},again="yes"}`]: '0x17 1x50',
      },
    },
  },
];
