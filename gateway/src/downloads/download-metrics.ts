import { catalogue, counter, gauge, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';

/** Why a download ended. */
export type DownloadEnd = LabelsOf<typeof catalogue.downloadEnds.labels>['reason'];

/** What downloads measure. */
export type DownloadMetrics = ReturnType<typeof createDownloadMetrics>;

/** The downloads' metrics, on the service's registry. */
export function createDownloadMetrics(registry: Registry) {
  return { open: gauge(registry, catalogue.downloads), ends: counter(registry, catalogue.downloadEnds) };
}
