import { counter, gauge, histogram, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { liveDefinitions } from '../metric-definitions.ts';

/** Why a stream ended. */
export type StreamEnd = LabelsOf<typeof liveDefinitions.liveEnds.labels>['reason'];

/** What the live stream measures. */
export type LiveMetrics = ReturnType<typeof createLiveMetrics>;

/** The live stream's metrics, on the service's registry. */
export function createLiveMetrics(registry: Registry) {
  return {
    streams: gauge(registry, liveDefinitions.liveStreams),
    deliveries: counter(registry, liveDefinitions.liveDeliveries),
    delay: histogram(registry, liveDefinitions.liveDelay),
    resyncs: counter(registry, liveDefinitions.liveResyncs),
    refusals: counter(registry, liveDefinitions.liveRefusals),
    ends: counter(registry, liveDefinitions.liveEnds),
  };
}
