/** Metrics: how a process counts what is defined. Definitions are made by `@ridgeline/kit/metric-definitions`. */
export { Registry } from 'prom-client';
export type { JobDefinition, LabelsOf, MetricDefinition } from './definition.ts';
export { measureJob, type RunRound } from './process-metrics.ts';
export {
  askedOnce,
  counter,
  gauge,
  histogram,
  readGauge,
  stopwatch,
  type Counter,
  type Gauge,
  type Histogram,
  type ReadGauge,
} from './registered.ts';
