import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What every process that uses Kafka counts. */
export interface KafkaMetrics {
  readonly published: Counter<'topic'>;
  readonly publishFailures: Counter;
  readonly handled: Counter<'topic' | 'group' | 'outcome'>;
  readonly handling: Histogram<'topic' | 'group'>;
  readonly refused: Counter<'topic' | 'reason'>;
  readonly lag: Gauge<'topic' | 'group' | 'partition'>;
  readonly interruptions: Counter<'topic' | 'group'>;
}

/** Registers the metrics of one `openKafka` on the service's registry. */
export function kafkaMetrics(registry: Registry): KafkaMetrics {
  const registers = [registry];
  return {
    published: new Counter({
      name: 'ridgeline_events_published_total',
      help: 'Events that Kafka acknowledged',
      labelNames: ['topic'],
      registers,
    }),
    publishFailures: new Counter({
      name: 'ridgeline_events_publish_failures_total',
      help: 'Requests to publish that failed after the quick retries',
      registers,
    }),
    handled: new Counter({
      name: 'ridgeline_events_handled_total',
      help: 'Events given to a handler, by what came of it: done, retry or dead',
      labelNames: ['topic', 'group', 'outcome'],
      registers,
    }),
    refused: new Counter({
      name: 'ridgeline_events_refused_total',
      help: 'Events that changed nothing because they cannot be true: envelope, type, value, contradiction, unknown or unusable',
      labelNames: ['topic', 'reason'],
      registers,
    }),
    handling: new Histogram({
      name: 'ridgeline_event_handling_seconds',
      help: 'Time a handler took for one event',
      labelNames: ['topic', 'group'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    lag: new Gauge({
      name: 'ridgeline_consumer_lag_events',
      help: 'Events in the partition that this consumer has not handled yet, as of its last batch',
      labelNames: ['topic', 'group', 'partition'],
      registers,
    }),
    interruptions: new Counter({
      name: 'ridgeline_consumer_interruptions_total',
      help: 'Times that a consumer lost Kafka, or did not get back to it, and a fresh one had to be tried',
      labelNames: ['topic', 'group'],
      registers,
    }),
  };
}
