import { aCounter, aGauge, aHistogram, aJob, oneOf, upTo } from '@ridgeline/kit/metric-definitions';

const topic = upTo(40, 'topics of packages/events, and their dead-letter topics');
const group = upTo(
  40,
  'consumer groups; of consumers that every process has for itself, the name without the process',
);

/** Events on Kafka. */
export const eventDefinitions = {
  eventsPublished: aCounter({
    name: 'ridgeline_events_published_total',
    help: 'Events that Kafka acknowledged',
    labels: { topic },
  }),
  eventsPublishFailures: aCounter({
    name: 'ridgeline_events_publish_failures_total',
    help: 'Requests to publish that failed after the quick retries',
    labels: {},
  }),
  eventsHandled: aCounter({
    name: 'ridgeline_events_handled_total',
    help: 'Events given to a handler, by outcome: done, retry (it is delivered again) or dead (it went to the dead letters)',
    labels: { topic, group, outcome: oneOf(['done', 'retry', 'dead']) },
  }),
  eventsRefused: aCounter({
    name: 'ridgeline_events_refused_total',
    help: 'Events that changed nothing because they cannot be true',
    labels: {
      topic,
      reason: oneOf(['envelope', 'type', 'value', 'contradiction', 'unknown', 'unusable']),
    },
  }),
  eventHandling: aHistogram({
    name: 'ridgeline_event_handling_seconds',
    help: 'Time a handler took for one event',
    labels: { topic, group },
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }),
  eventOldest: aGauge({
    name: 'ridgeline_consumer_current_event_seconds',
    help: 'For how long a consumer has been at the event at which it has been longest, repetitions included; 0 while it has none. It grows while a consumer is stuck',
    labels: { topic, group },
  }),
  consumerLag: aGauge({
    name: 'ridgeline_consumer_lag_events',
    help: 'Events in the partition that this consumer has not handled yet, as of its last batch',
    labels: { topic, group, partition: upTo(64, 'partitions that this process reads') },
  }),
  consumerInterruptions: aCounter({
    name: 'ridgeline_consumer_interruptions_total',
    help: 'Times that a consumer lost Kafka, or did not get back to it, and a fresh one had to be tried',
    labels: { topic, group },
  }),
} as const;

/** The outbox of a service. */
export const outboxDefinitions = {
  outboxEvents: aGauge({
    name: 'ridgeline_outbox_events',
    help: 'Events that wait in the outbox to be published',
    labels: {},
    shared: true,
  }),
  outboxOldest: aGauge({
    name: 'ridgeline_outbox_oldest_seconds',
    help: 'Age of the oldest event that waits in the outbox; 0 when none does',
    labels: {},
    shared: true,
  }),
  outboxDead: aCounter({
    name: 'ridgeline_outbox_dead_total',
    help: 'Events that Kafka rejected permanently; they are kept in outbox_dead',
    labels: { topic },
  }),
} as const;

/** Jobs of every service that has an inbox. */
export const inboxJobs = {
  pruning: aJob('inbox-pruning'),
} as const;
