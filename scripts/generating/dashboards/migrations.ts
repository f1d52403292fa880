import type { Dashboard } from './dashboard.ts';
import { lines, measured, number, one, stack } from './panel.ts';

/** How do migrations run, and what are the outcomes of their records? */
export const migrations: Dashboard = {
  name: 'migrations',
  title: 'migrations',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Open migrations',
          help: 'By phase: moving is good, waiting is for a vendor mostly, resuming means that no worker has it, because one was lost or it is rescheduled, stalled that a run makes no progress.',
          unit: 'none',
          queries: one('max by (phase) (ridgeline_migrations_open{@})', '{{phase}}'),
        }),
      ],
    },
    {
      title: 'Progress',
      panels: [
        stack({
          title: 'Records by outcome',
          help: 'How fast are records copied, and with which outcomes?',
          unit: 'recps',
          queries: one(
            'sum by (outcome) (rate(ridgeline_migration_records_total{@}[$__rate_interval]))',
            '{{outcome}}',
          ),
        }),
        stack({
          title: 'Open migrations by phase',
          help: 'Do migrations move, or what do they wait for?',
          unit: 'none',
          queries: one('max by (phase) (ridgeline_migrations_open{@})', '{{phase}}'),
          alerts: ['RidgelineMigrationsStalled'],
        }),
        lines({
          title: 'Share of failed records',
          help: 'Are records refused one by one, and of which kind?',
          unit: 'percentunit',
          queries: one(
            measured(`sum by (kind) (rate(ridgeline_migration_records_total{@, outcome="failed"}[$__rate_interval]))
            / sum by (kind) (rate(ridgeline_migration_records_total{@}[$__rate_interval]))`),
            '{{kind}}',
          ),
          badFrom: 0.2,
          alerts: ['RidgelineRecordsFailing'],
        }),
        lines({
          title: 'Progress of runs',
          help: 'How far is each run that a worker holds now?',
          unit: 'percentunit',
          queries: one(
            `ridgeline_worker_processed_records{@, migration!=""} / ridgeline_worker_target_records{@, migration!=""}`,
            'migration {{migration}}',
          ),
        }),
      ],
    },
    {
      title: 'Waits and ends',
      panels: [
        lines({
          title: 'Oldest queued migration',
          help: 'Does a migration wait for a worker?',
          unit: 's',
          queries: one('max(ridgeline_migrations_oldest_queued_seconds{@})', 'waits for a worker'),
          badFrom: 45,
          alerts: ['RidgelineMigrationsQueuedLong'],
        }),
        lines({
          title: 'Ended within 10 minutes',
          help: 'Do migrations complete or fail?',
          unit: 'none',
          queries: one(
            'max by (status) (delta(ridgeline_migrations{@, status=~"completed|failed|cancelled"}[10m]))',
            '{{status}}',
          ),
          alerts: ['RidgelineMigrationsFailing'],
        }),
        lines({
          title: 'Reports of workers',
          help: 'Do reports count? Stale ones speak under a lease that has passed on.',
          unit: 'ops',
          queries: one(
            'sum by (kind, result) (rate(ridgeline_migration_reports_total{@}[$__rate_interval])) > 0',
            '{{kind}} {{result}}',
          ),
          alerts: ['RidgelineMigrationsStalled', 'RidgelineLeasesFlapping'],
        }),
        lines({
          title: 'Batches',
          help: 'As many as workers execute are counted, a little later.',
          unit: 'ops',
          queries: [
            { query: 'sum(rate(ridgeline_worker_batches_total{@}[$__rate_interval]))', called: 'executed' },
            { query: 'sum(rate(ridgeline_migration_batches_total{@}[$__rate_interval]))', called: 'counted' },
          ],
          alerts: ['RidgelineMigrationsStalled'],
        }),
      ],
    },
  ],
};
