import { counter, gauge, histogram, readGauge, type Registry, type ReadGauge } from '@ridgeline/kit/metrics';
import { eventDefinitions } from './metric-definitions.ts';

/** What every process that uses Kafka counts. */
export type KafkaMetrics = ReturnType<typeof kafkaMetrics>;

/** The metrics of one `openKafka`, on the service's registry. */
export function kafkaMetrics(registry: Registry) {
  return {
    published: counter(registry, eventDefinitions.eventsPublished),
    publishFailures: counter(registry, eventDefinitions.eventsPublishFailures),
    handled: counter(registry, eventDefinitions.eventsHandled),
    refused: counter(registry, eventDefinitions.eventsRefused),
    handling: histogram(registry, eventDefinitions.eventHandling),
    readCurrent: (read: ReadGauge<typeof eventDefinitions.eventOldest.labels>) =>
      readGauge(registry, eventDefinitions.eventOldest, read),
    lag: gauge(registry, eventDefinitions.consumerLag),
    interruptions: counter(registry, eventDefinitions.consumerInterruptions),
  };
}
