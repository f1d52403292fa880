import {
  catalogue,
  counter,
  gauge,
  histogram,
  readGauge,
  type Registry,
  type ReadGauge,
} from '@ridgeline/kit/metrics';

/** What every process that uses Kafka counts. */
export type KafkaMetrics = ReturnType<typeof kafkaMetrics>;

/** The metrics of one `openKafka`, on the service's registry. */
export function kafkaMetrics(registry: Registry) {
  return {
    published: counter(registry, catalogue.eventsPublished),
    publishFailures: counter(registry, catalogue.eventsPublishFailures),
    handled: counter(registry, catalogue.eventsHandled),
    refused: counter(registry, catalogue.eventsRefused),
    handling: histogram(registry, catalogue.eventHandling),
    readCurrent: (read: ReadGauge<typeof catalogue.eventOldest.labels>) =>
      readGauge(registry, catalogue.eventOldest, read),
    lag: gauge(registry, catalogue.consumerLag),
    interruptions: counter(registry, catalogue.consumerInterruptions),
  };
}
