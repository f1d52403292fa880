import { counter, gauge, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { syncDefinitions } from './metric-definitions.ts';

/** How a sweep left the worker. */
export type SweepResult = LabelsOf<typeof syncDefinitions.sweeps.labels>['result'];

/** What the worker exports of sweeps. */
export interface SweepMetrics {
  activeSweeps(count: number): void;
  sweepLeft(result: SweepResult): void;
  called(calls: number): void;
}

/** Registers the metrics of sweeps; `places` is how many the process can hold. */
export function sweepMetrics(registry: Registry, places: number): SweepMetrics {
  gauge(registry, syncDefinitions.workerSweepPlaces).set(places);
  const sweeps = gauge(registry, syncDefinitions.workerSweeps);
  const results = counter(registry, syncDefinitions.sweeps);
  const calls = counter(registry, syncDefinitions.sweepCalls);
  return {
    activeSweeps: (count) => sweeps.set(count),
    sweepLeft: (result) => results.inc({ result }),
    called: (count) => calls.inc(count),
  };
}
