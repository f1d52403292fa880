import type { Dashboard } from './dashboard.ts';
import { lines, measured, number, one, orZero, ours, quantile, stack } from './panel.ts';

const requests = 'ridgeline_http_request_duration_seconds';

/** Is everything all right, and if not, where is the problem? */
export const overview: Dashboard = {
  name: 'overview',
  title: 'overview',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Alerts that fire',
          help: 'Each has a runbook in docs/runbooks.',
          unit: 'none',
          queries: one(orZero('count(ALERTS{@, alertname=~"Ridgeline.*", alertstate="firing"})')),
          badFrom: 1,
        }),
        number({
          title: 'Services that take work',
          help: 'Of six: gateway, auth, connection, validation, migration-orchestrator, migration-worker.',
          unit: 'none',
          queries: one('count(count by (service) (ridgeline_ready{@} == 1))'),
          goodFrom: 6,
          alerts: ['RidgelineServiceDown'],
        }),
        number({
          title: 'Open migrations',
          help: 'Queued, running or being closed.',
          unit: 'none',
          queries: one('sum(max by (phase) (ridgeline_migrations_open{@}))'),
        }),
        number({
          title: 'Records a second',
          help: 'Records that were executed and counted, with any outcome.',
          unit: 'recps',
          queries: one('sum(rate(ridgeline_migration_records_total{@}[$__rate_interval]))'),
        }),
        number({
          title: 'Open live streams',
          help: 'Tabs in which a user watches.',
          unit: 'none',
          queries: one('sum(ridgeline_live_streams{@})'),
        }),
      ],
    },
    {
      title: 'User experience',
      panels: [
        lines({
          title: 'Requests',
          help: 'How much is asked of each service?',
          unit: 'reqps',
          queries: one(`sum by (service) (rate(${requests}_count{@}[$__rate_interval]))`, '{{service}}'),
        }),
        lines({
          title: 'Share of 5xx',
          help: 'Which part of its requests does a service fail at?',
          unit: 'percentunit',
          queries: one(
            measured(`(sum by (service) (rate(${requests}_count{@, status=~"5.."}[$__rate_interval]))
              or 0 * sum by (service) (rate(${requests}_count{@}[$__rate_interval])))
            / sum by (service) (rate(${requests}_count{@}[$__rate_interval]))`),
            '{{service}}',
          ),
          badFrom: 0.05,
          alerts: ['RidgelineServerErrors'],
        }),
        lines({
          title: 'Time of reading requests (p95)',
          help: 'How long do people wait for what they only read? Live streams are left out.',
          unit: 's',
          queries: one(
            measured(quantile(0.95, requests, ['service'], 'method="GET", route!~".*/events"')),
            '{{service}}',
          ),
          badFrom: 2,
          alerts: ['RidgelineSlowAnswers'],
        }),
      ],
    },
    {
      title: 'What waits',
      panels: [
        stack({
          title: 'Open migrations by phase',
          help: 'Moving is good. Resuming means that no worker has it, because one was lost or it is rescheduled, stalled that a run makes no progress.',
          unit: 'none',
          queries: one('max by (phase) (ridgeline_migrations_open{@})', '{{phase}}'),
        }),
        lines({
          title: 'Longest waits',
          help: 'What has waited longest: an event in an outbox, a migration for a worker, a connection for a round of auto-sync, an event in a consumer (start commands left out: they wait for free slots).',
          unit: 's',
          queries: [
            { query: 'max(ridgeline_outbox_oldest_seconds{@})', called: 'event in an outbox' },
            { query: 'max(ridgeline_migrations_oldest_queued_seconds{@})', called: 'migration for a worker' },
            { query: 'max(ridgeline_sync_overdue_seconds{@})', called: 'connection for a round' },
            {
              query: 'max(ridgeline_consumer_current_event_seconds{@, group!="migration-worker"})',
              called: 'event in a consumer',
            },
          ],
          badFrom: 45,
          alerts: [
            'RidgelineOutboxOld',
            'RidgelineMigrationsQueuedLong',
            'RidgelineSyncBehind',
            'RidgelineConsumerStuck',
          ],
        }),
        lines({
          title: 'Vendor calls that did not go well',
          help: 'Which vendor fails, and how?',
          unit: 'reqps',
          queries: one(
            orZero(
              'sum by (vendor, result) (rate(ridgeline_vendor_calls_total{@, result!="ok"}[$__rate_interval]))',
              'vendor',
            ),
            '{{vendor}} {{result}}',
          ),
        }),
        lines({
          title: 'Memory',
          help: 'Which process grows?',
          unit: 'bytes',
          queries: one(
            `max by (service, instance) (process_resident_memory_bytes{${ours}})`,
            '{{service}} {{instance}}',
          ),
          alerts: ['RidgelineMemoryPressure'],
        }),
      ],
    },
  ],
};
