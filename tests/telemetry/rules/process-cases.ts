import { services } from '@ridgeline/devstack';
import type { RuleCase } from './rule-case.ts';

/** Every service is ready, except for the given values. */
const ready = (others: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(
    services.map(({ name: service }) => [`ridgeline_ready{service="${service}",instance="a"}`, '1x60']),
  ),
  ...others,
});

const megabytes = (count: number): string => String(count * 1024 * 1024);

const memory = (metric: string, service: string): string =>
  `${metric}{job="ridgeline",service="${service}",instance="a"}`;
const limit = (of: string, service: string): string =>
  `ridgeline_memory_limit_bytes{of="${of}",service="${service}",instance="a"}`;

/** Alerts on processes. */
export const processCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineServiceDown',
    fault: ready({ 'ridgeline_ready{service="auth",instance="a"}': '1x8 stale' }),
    names: { service: 'auth' },
    harmless: {
      what: 'one process takes the place of another, with half a minute between them, and one of two is not ready',
      series: ready({
        'ridgeline_ready{service="auth",instance="a"}': '1x12 stale',
        'ridgeline_ready{service="auth",instance="b"}': '_x15 1x40',
        'ridgeline_ready{service="gateway",instance="b"}': '0x60',
      }),
    },
  },
  {
    alert: 'RidgelineProcessUnreachable',
    fault: { 'up{job="acme-ridgeline-auth",instance="a"}': '1x8 0x20' },
    names: { instance: 'a', severity: 'warning' },
    lasting: {
      what: 'it has not been fixed',
      series: { 'up{job="acme-ridgeline-auth",instance="a"}': '1x8 0x160' },
      names: { instance: 'a', severity: 'critical' },
    },
    harmless: {
      what: 'a process that is not ours, and two scrapes that are lost',
      series: {
        'up{job="billing",instance="a"}': '0x60',
        'up{job="ridgeline",instance="a"}': '1x8 0 0 1x50',
      },
    },
  },
  {
    alert: 'RidgelineProcessNotReady',
    fault: { 'ridgeline_ready{service="auth",instance="a"}': '1x8 0x20' },
    names: { service: 'auth', instance: 'a' },
    harmless: {
      what: 'a process starts',
      series: { 'ridgeline_ready{service="auth",instance="a"}': '0x2 1x60' },
    },
  },
  {
    alert: 'RidgelineProcessRestarting',
    fault: {
      'process_start_time_seconds{job="ridgeline",service="migration-worker",instance="a"}':
        '5x8 100 100 120 130 140x20',
    },
    names: { service: 'migration-worker', instance: 'a' },
    lasting: {
      what: 'it ends after some seconds, and Kubernetes waits for five minutes each time',
      series: {
        'process_start_time_seconds{job="ridgeline",service="migration-worker",instance="a"}': Array.from(
          { length: 8 },
          (_, start) => `${330 * start}x1 stale _x19`,
        ).join(' '),
      },
      names: { service: 'migration-worker', instance: 'a' },
    },
    harmless: {
      what: 'one process ended and came back, and two deployments left it its address',
      series: {
        'process_start_time_seconds{job="ridgeline",service="auth",instance="a"}': '5x8 140x50',
        'process_start_time_seconds{job="ridgeline",service="gateway",instance="a"}': '5x8 140x9 290x50',
      },
    },
  },
  {
    alert: 'RidgelineProcessBusy',
    fault: { 'ridgeline_event_loop_utilization_ratio{service="gateway",instance="a"}': '0.3x8 1x20' },
    names: { service: 'gateway', instance: 'a' },
    harmless: {
      what: 'a moment of work',
      series: {
        'ridgeline_event_loop_utilization_ratio{service="gateway",instance="a"}': '0.3x8 1 1 1 0.4x50',
        'nodejs_eventloop_lag_p99_seconds{job="ridgeline",service="gateway",instance="a"}': '0.1x60',
      },
    },
  },
  {
    alert: 'RidgelineMemoryPressure',
    fault: {
      [memory('process_resident_memory_bytes', 'gateway')]: `${megabytes(200)}x8 ${megabytes(480)}x20`,
      [limit('container', 'gateway')]: `${megabytes(512)}x30`,
    },
    names: { service: 'gateway', instance: 'a' },
    harmless: {
      what: 'a moment, a service with a higher limit, a process without one, and garbage now and then',
      series: {
        [memory('process_resident_memory_bytes', 'gateway')]:
          `${megabytes(200)}x8 ${megabytes(500)} ${megabytes(500)} ${megabytes(200)}x50`,
        [limit('container', 'gateway')]: `${megabytes(512)}x60`,
        [memory('process_resident_memory_bytes', 'auth')]: `${megabytes(480)}x60`,
        [limit('container', 'auth')]: `${megabytes(768)}x60`,
        [memory('process_resident_memory_bytes', 'validation')]: `${megabytes(9_000)}x60`,
        'nodejs_gc_duration_seconds_sum{job="ridgeline",service="auth",instance="a",kind="major"}':
          '0+0.3x60',
      },
    },
  },
  {
    alert: 'RidgelineMemoryPressure',
    fault: {
      [memory('nodejs_heap_size_used_bytes', 'validation')]: `${megabytes(80)}x8 ${megabytes(245)}x20`,
      [limit('heap', 'validation')]: `${megabytes(256)}x30`,
      // Much less than the container's limit.
      [memory('process_resident_memory_bytes', 'validation')]: `${megabytes(320)}x30`,
      [limit('container', 'validation')]: `${megabytes(512)}x30`,
    },
    names: { service: 'validation', instance: 'a' },
    harmless: {
      what: 'a heap with room',
      series: {
        [memory('nodejs_heap_size_used_bytes', 'validation')]: `${megabytes(200)}x60`,
        [limit('heap', 'validation')]: `${megabytes(256)}x60`,
      },
    },
  },
  {
    alert: 'RidgelineJobFailing',
    fault: {
      'ridgeline_job_runs_total{service="auth",job="audit-retention",result="failed"}': '0x8 1x20',
      'ridgeline_job_runs_total{service="auth",job="audit-retention",result="done"}': '4x30',
    },
    names: { service: 'auth', job: 'audit-retention' },
    harmless: {
      what: 'the next round goes well',
      series: {
        'ridgeline_job_runs_total{service="auth",job="lease-reaping",result="failed"}': '0x8 1x60',
        'ridgeline_job_runs_total{service="auth",job="lease-reaping",result="done"}': '4x10 9+5x50',
      },
    },
  },
];
