import type { RuleCase } from './rule-case.ts';

const topic = 'ridgeline.migration.command.v1';
const consumer = `service="migration-worker",group="migration-worker",topic="${topic}"`;
const reports =
  'service="migration-orchestrator",group="migration-orchestrator.reports",topic="ridgeline.migration.report.v1"';

/** Alerts on Kafka, outboxes and consumers. */
export const eventCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineOutboxOld',
    fault: { 'ridgeline_outbox_oldest_seconds{service="auth",instance="a"}': '0x8 15+15x20' },
    names: { service: 'auth' },
    harmless: {
      what: 'a burst that is published within a minute',
      series: { 'ridgeline_outbox_oldest_seconds{service="auth",instance="a"}': '0x8 15 32 40 0x40' },
    },
  },
  {
    alert: 'RidgelineOutboxDead',
    fault: { [`ridgeline_outbox_dead_total{service="auth",instance="a",topic="${topic}"}`]: '_x9 1x20' },
    names: { service: 'auth', topic },
    harmless: {
      what: 'what was refused long ago',
      series: { [`ridgeline_outbox_dead_total{service="auth",instance="a",topic="${topic}"}`]: '0x60' },
    },
  },
  {
    alert: 'RidgelineDeadLetters',
    fault: { [`ridgeline_events_handled_total{${consumer},outcome="dead"}`]: '_x9 1x20' },
    names: { group: 'migration-worker', topic },
    harmless: {
      what: 'events that are tried again',
      series: {
        [`ridgeline_events_handled_total{${consumer},outcome="retry"}`]: '_x9 1+5x40',
        [`ridgeline_events_handled_total{${consumer},outcome="done"}`]: '0+5x60',
      },
    },
  },
  {
    alert: 'RidgelineEventsRefused',
    fault: {
      [`ridgeline_events_refused_total{service="gateway",topic="${topic}",reason="contradiction"}`]:
        '_x9 4x20',
    },
    names: { topic, reason: 'contradiction' },
    harmless: {
      what: 'nothing was refused',
      series: {
        [`ridgeline_events_refused_total{service="gateway",topic="${topic}",reason="value"}`]: '0x60',
      },
    },
  },
  {
    alert: 'RidgelineConsumerStuck',
    fault: { [`ridgeline_consumer_current_event_seconds{${reports}}`]: '0x8 15+15x20' },
    names: { service: 'migration-orchestrator', group: 'migration-orchestrator.reports' },
    harmless: {
      what: 'an event that takes a minute, and a start command while no worker has a free slot',
      series: {
        [`ridgeline_consumer_current_event_seconds{${reports}}`]: '0x8 15 30 45 60 0x40',
        [`ridgeline_consumer_current_event_seconds{${consumer}}`]: '0x8 15+15x40',
      },
    },
  },
  {
    alert: 'RidgelineConsumerBehind',
    fault: {
      [`ridgeline_consumer_lag_events{${consumer},partition="0"}`]: '0x8 800x20',
      [`ridgeline_consumer_lag_events{${consumer},partition="1"}`]: '0x8 800x20',
    },
    names: { group: 'migration-worker', topic },
    harmless: {
      what: 'two gateways that are each a little behind in the same partition, and a burst',
      series: {
        'ridgeline_consumer_lag_events{group="live",topic="t",partition="0",instance="a"}': '0x8 800x50',
        'ridgeline_consumer_lag_events{group="live",topic="t",partition="0",instance="b"}': '0x8 800x50',
        [`ridgeline_consumer_lag_events{${consumer},partition="0"}`]: '0x8 5000 5000 0x50',
      },
    },
  },
  {
    alert: 'RidgelineKafkaUnreachable',
    fault: { [`ridgeline_consumer_interruptions_total{${consumer}}`]: '_x9 1+1x20' },
    names: { service: 'migration-worker' },
    harmless: {
      what: 'a broker is restarted',
      series: {
        [`ridgeline_consumer_interruptions_total{${consumer}}`]: '_x9 1x50',
        'ridgeline_events_publish_failures_total{service="auth"}': '0x8 1x50',
      },
    },
  },
];
