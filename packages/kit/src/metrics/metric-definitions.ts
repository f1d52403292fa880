import { aCounter, aGauge, aHistogram, oneOf, upTo } from './definition.ts';

const job = upTo(16, 'names of background jobs');

/** Answers over HTTP. */
export const httpDefinitions = {
  httpRequestDuration: aHistogram({
    name: 'ridgeline_http_request_duration_seconds',
    help: 'How long HTTP requests took from their head to the end of their answer, by method, pattern of the route and status. Rate, errors and duration of every route come from here; a live stream counts when it ends',
    labels: {
      method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
      route: upTo(
        200,
        'patterns of routes, with :id and the like for what differs; none when no route took the request',
      ),
      status: upTo(60, 'HTTP status codes; aborted when the caller left before the answer'),
    },
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  }),
} as const;

/** Processes themselves. prom-client adds its own metrics of Node. */
export const processDefinitions = {
  eventLoopUtilization: aGauge({
    name: 'ridgeline_event_loop_utilization_ratio',
    help: 'Share of time the event loop was busy since the last scrape; its lag is nodejs_eventloop_lag_p99_seconds',
    labels: {},
  }),
  memoryLimit: aGauge({
    name: 'ridgeline_memory_limit_bytes',
    help: 'How much memory the process may use before it is killed (container), and its heap before it ends itself (heap). A process that nothing limits has no container',
    labels: { of: oneOf(['container', 'heap']) },
  }),
  ready: aGauge({
    name: 'ridgeline_ready',
    help: 'Whether the process takes work, as /readyz would say now: 1 or 0',
    labels: {},
  }),
} as const;

/** Background jobs of all kinds; each is defined by its owner (`aJob`). */
export const jobDefinitions = {
  jobRuns: aCounter({
    name: 'ridgeline_job_runs_total',
    help: 'Rounds of background jobs by outcome; a failed one is retried with the next round',
    labels: { job, result: oneOf(['done', 'failed']) },
  }),
  jobDuration: aHistogram({
    name: 'ridgeline_job_duration_seconds',
    help: 'How long rounds of background jobs took',
    labels: { job },
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  }),
  jobLastSuccess: aGauge({
    name: 'ridgeline_job_last_success_timestamp_seconds',
    help: 'When a round of a background job last ended well in this process, since 1970; a job without one has no series',
    labels: { job },
  }),
} as const;
