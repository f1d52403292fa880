import { counter, gauge, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { downloadDefinitions } from '../metric-definitions.ts';

/** Why a download ended. */
export type DownloadEnd = LabelsOf<typeof downloadDefinitions.downloadEnds.labels>['reason'];

/** What downloads measure. */
export type DownloadMetrics = ReturnType<typeof createDownloadMetrics>;

/** The downloads' metrics, on the service's registry. */
export function createDownloadMetrics(registry: Registry) {
  return {
    open: gauge(registry, downloadDefinitions.downloads),
    ends: counter(registry, downloadDefinitions.downloadEnds),
  };
}
