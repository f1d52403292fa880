import { counter, gauge, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { sweepDefinitions } from './metric-definitions.ts';

/** How a sweep left the worker. */
export type SweepResult = LabelsOf<typeof sweepDefinitions.sweeps.labels>['result'];

/** What the worker exports of sweeps. */
export interface SweepMetrics {
  activeSweeps(count: number): void;
  sweepLeft(result: SweepResult): void;
  called(calls: number): void;
}

/** Registers the metrics of sweeps; `places` is how many the process can hold. */
export function sweepMetrics(registry: Registry, places: number): SweepMetrics {
  gauge(registry, sweepDefinitions.workerSweepPlaces).set(places);
  const sweeps = gauge(registry, sweepDefinitions.workerSweeps);
  const results = counter(registry, sweepDefinitions.sweeps);
  const calls = counter(registry, sweepDefinitions.sweepCalls);
  return {
    activeSweeps: (count) => sweeps.set(count),
    sweepLeft: (result) => results.inc({ result }),
    called: (count) => calls.inc(count),
  };
}
