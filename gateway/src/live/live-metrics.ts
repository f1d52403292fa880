import { catalogue, counter, gauge, histogram, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';

/** Why a stream ended. */
export type StreamEnd = LabelsOf<typeof catalogue.liveEnds.labels>['reason'];

/** What the live stream measures. */
export type LiveMetrics = ReturnType<typeof createLiveMetrics>;

/** The live stream's metrics, on the service's registry. */
export function createLiveMetrics(registry: Registry) {
  return {
    streams: gauge(registry, catalogue.liveStreams),
    deliveries: counter(registry, catalogue.liveDeliveries),
    delay: histogram(registry, catalogue.liveDelay),
    resyncs: counter(registry, catalogue.liveResyncs),
    refusals: counter(registry, catalogue.liveRefusals),
    ends: counter(registry, catalogue.liveEnds),
  };
}
