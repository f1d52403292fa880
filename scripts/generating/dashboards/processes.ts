import type { Dashboard } from './dashboard.ts';
import { lines, measured, number, one, orZero, ours, quantile } from './panel.ts';

/** Are the processes available and healthy, including the servers that they depend on? */
export const processes: Dashboard = {
  name: 'processes',
  title: 'processes and heartbeats',
  sections: [
    {
      title: 'Processes',
      panels: [
        number({
          title: 'Processes that take work',
          help: 'By service, as /readyz said when it was asked last.',
          unit: 'none',
          queries: one('sum by (service) (ridgeline_ready{@})', '{{service}}'),
          goodFrom: 1,
          alerts: ['RidgelineServiceDown', 'RidgelineProcessNotReady'],
        }),
        lines({
          title: 'Reached by Prometheus',
          help: 'Which process cannot be asked? 1 is reached.',
          unit: 'none',
          queries: one(`up{${ours}}`, '{{job}} {{instance}}'),
          alerts: ['RidgelineProcessUnreachable'],
        }),
        lines({
          title: 'Starts within 30 minutes',
          help: 'Which process ends and starts again at the same address?',
          unit: 'none',
          queries: one(`changes(process_start_time_seconds{${ours}}[30m])`, '{{service}} {{instance}}'),
          badFrom: 3,
          alerts: ['RidgelineProcessRestarting'],
        }),
        lines({
          title: 'Event loop in use',
          help: 'Which part of the time is a process busy?',
          unit: 'percentunit',
          queries: one('ridgeline_event_loop_utilization_ratio{@}', '{{service}} {{instance}}'),
          badFrom: 0.95,
          alerts: ['RidgelineProcessBusy'],
        }),
        lines({
          title: 'Lag of the event loop (p99)',
          help: 'How late does a process come to its work? 100 ms of it are the measuring.',
          unit: 's',
          queries: one(`nodejs_eventloop_lag_p99_seconds{${ours}}`, '{{service}} {{instance}}'),
          badFrom: 1,
          alerts: ['RidgelineProcessBusy'],
        }),
        lines({
          title: 'Memory',
          help: 'How much memory does each process hold?',
          unit: 'bytes',
          queries: one(`process_resident_memory_bytes{${ours}}`, '{{service}} {{instance}}'),
          alerts: ['RidgelineMemoryPressure'],
        }),
        lines({
          title: 'Memory of what is allowed',
          help: 'Which process comes near the limit of its container, at which it is killed, or of its heap, at which it ends itself?',
          unit: 'percentunit',
          queries: [
            {
              query: orZero(
                `max by (service, instance) (process_resident_memory_bytes{${ours}})
              / sum by (service, instance) (ridgeline_memory_limit_bytes{@, of="container"})`,
                'service',
              ),
              called: '{{service}} {{instance}} container',
            },
            {
              query: `max by (service, instance) (nodejs_heap_size_used_bytes{${ours}})
              / sum by (service, instance) (ridgeline_memory_limit_bytes{@, of="heap"})`,
              called: '{{service}} {{instance}} heap',
            },
          ],
          badFrom: 0.9,
          alerts: ['RidgelineMemoryPressure'],
        }),
        lines({
          title: 'Time in garbage collection',
          help: 'Which process collects garbage instead of working?',
          unit: 'percentunit',
          queries: one(
            `sum by (service, instance) (rate(nodejs_gc_duration_seconds_sum{${ours}}[$__rate_interval]))`,
            '{{service}} {{instance}}',
          ),
          badFrom: 0.2,
          alerts: ['RidgelineMemoryPressure'],
        }),
      ],
    },
    {
      title: 'Workers and leases',
      panels: [
        lines({
          title: 'Age of heartbeats',
          help: 'How long ago did the orchestrator answer each worker? They ask once a second.',
          unit: 's',
          queries: one(
            // The age at the scrape, so that the time since the scrape does not count against the worker.
            'timestamp(ridgeline_worker_heartbeat_timestamp_seconds{@, migration=""}) - ridgeline_worker_heartbeat_timestamp_seconds{@, migration=""}',
            '{{instance}} {{process}}',
          ),
          badFrom: 15,
          alerts: ['RidgelineWorkerSilent'],
        }),
        lines({
          title: 'Age of leases',
          help: 'How long ago did each worker process renew what it holds? At 5 s it goes to another one.',
          unit: 's',
          queries: one('max by (process) (ridgeline_lease_age_seconds{@})', '{{process}}'),
          badFrom: 5,
          alerts: ['RidgelineWorkerSilent', 'RidgelineLeasesFlapping'],
        }),
        lines({
          title: 'Leases',
          help: 'Held now, over and not taken back yet, and lost within 5 minutes; again: of runs that had just lost another worker.',
          unit: 'none',
          queries: [
            { query: 'max by (state) (ridgeline_leases{@})', called: '{{state}}' },
            { query: 'sum(increase(ridgeline_migration_leases_lost_total{@}[5m]))', called: 'lost' },
            {
              query: 'sum(increase(ridgeline_migration_leases_lost_total{@, again="yes"}[5m]))',
              called: 'lost again',
            },
          ],
          alerts: ['RidgelineLeasesFlapping'],
        }),
        lines({
          title: 'Slots in use',
          help: 'Is there room for another run?',
          unit: 'none',
          queries: [
            { query: 'sum(ridgeline_worker_active_runs{@})', called: 'runs' },
            { query: 'sum(ridgeline_worker_slots{@})', called: 'slots' },
          ],
          alerts: ['RidgelineMigrationsQueuedLong'],
        }),
      ],
    },
    {
      title: 'Postgres and Redis',
      panels: [
        lines({
          title: 'Time of transactions (p95)',
          help: 'Is Postgres slow, and for whom?',
          unit: 's',
          queries: one(
            measured(quantile(0.95, 'ridgeline_db_transaction_duration_seconds', ['service', 'pool'])),
            '{{pool}}',
          ),
          badFrom: 1,
          alerts: ['RidgelinePostgresSlow'],
        }),
        lines({
          title: 'Connections in use',
          help: 'How much of each pool is busy?',
          unit: 'percentunit',
          queries: one(
            `sum by (service, pool) (ridgeline_db_pool_connections{@, state="busy"})
            / sum by (service, pool) (ridgeline_db_pool_limit_connections{@})`,
            '{{pool}}',
          ),
          badFrom: 1,
          alerts: ['RidgelinePoolExhausted'],
        }),
        lines({
          title: 'Waits for a connection',
          help: 'Calls that wait for a connection of a pool now.',
          unit: 'none',
          queries: one('sum by (service, pool) (ridgeline_db_pool_waiting_calls{@})', '{{pool}}'),
          badFrom: 1,
          alerts: ['RidgelinePoolExhausted'],
        }),
        lines({
          title: 'Connected to Redis',
          help: 'By service, the process that is worst off: 1 is connected.',
          unit: 'none',
          queries: one('min by (service) (ridgeline_redis_connected{@})', '{{service}}'),
          alerts: ['RidgelineRedisAway'],
        }),
        lines({
          title: 'Lost connections to Redis within 10 minutes',
          help: 'Does Redis come and go?',
          unit: 'none',
          queries: one(
            'sum by (service) (increase(ridgeline_redis_disconnections_total{@}[10m]))',
            '{{service}}',
          ),
          alerts: ['RidgelineRedisAway'],
        }),
      ],
    },
    {
      title: 'Background jobs',
      panels: [
        lines({
          title: 'Failed rounds within 10 minutes',
          help: 'Which job fails?',
          unit: 'none',
          queries: one(
            'sum by (service, job) (increase(ridgeline_job_runs_total{@, result="failed"}[10m]))',
            '{{service}} {{job}}',
          ),
          badFrom: 1,
          alerts: ['RidgelineJobFailing'],
        }),
        lines({
          title: 'Since the last good round',
          help: 'Does a job still come round?',
          unit: 's',
          queries: one(
            'time() - max by (service, job) (ridgeline_job_last_success_timestamp_seconds{@})',
            '{{service}} {{job}}',
          ),
          alerts: ['RidgelineJobFailing'],
        }),
      ],
    },
  ],
};
