import { aCounter, aGauge, aHistogram, oneOf } from '../definition/define.ts';
import { services, type Service } from '../definition/definition.ts';

const withJobs: readonly Service[] = ['auth', 'connection', 'validation', 'migration-orchestrator'];

/** Jobs that run by themselves, now and then. */
const job = oneOf([
  'inbox-pruning',
  'audit-retention',
  'refusal-notes',
  'record-retention',
  'lease-reaping',
  'subscription-watch',
  'stopped-alerts',
  'stored-checks',
]);

/** Processes themselves, and what they do in the background. prom-client's own metrics of Node stand beside these. */
export const processMetrics = {
  eventLoopUtilization: aGauge({
    name: 'ridgeline_event_loop_utilization_ratio',
    help: 'Which part of the time the event loop was busy since it was asked last; its lag is nodejs_eventloop_lag_p99_seconds',
    labels: {},
    services,
  }),
  memoryLimit: aGauge({
    name: 'ridgeline_memory_limit_bytes',
    help: 'How much memory the process may use before it is killed (container), and its heap before it ends itself (heap). A process that nothing limits has no container',
    labels: { of: oneOf(['container', 'heap']) },
    services,
  }),
  ready: aGauge({
    name: 'ridgeline_ready',
    help: 'Whether the process takes work, as /readyz would say now: 1 or 0',
    labels: {},
    services,
  }),
  jobRuns: aCounter({
    name: 'ridgeline_job_runs_total',
    help: 'Rounds of background jobs by what came of them; what failed is tried again with the next round',
    labels: { job, result: oneOf(['done', 'failed']) },
    services: withJobs,
  }),
  jobDuration: aHistogram({
    name: 'ridgeline_job_duration_seconds',
    help: 'How long rounds of background jobs took',
    labels: { job },
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    services: withJobs,
  }),
  jobLastSuccess: aGauge({
    name: 'ridgeline_job_last_success_timestamp_seconds',
    help: 'When a round of a background job last ended well in this process, since 1970; a job without one has no series',
    labels: { job },
    services: withJobs,
  }),
} as const;
