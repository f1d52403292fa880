/** Metrics: what there is to count (the catalogue), and the only way to count it. */
export { Registry } from 'prom-client';
export { catalogue, catalogueByPart } from './catalogue/index.ts';
export { services, type LabelsOf, type MetricDefinition } from './definition/definition.ts';
export { measureJob, type JobName, type RunRound } from './job-metrics.ts';
export { counter, type Counter } from './registered/counter.ts';
export { askedOnce, gauge, readGauge, type Gauge, type ReadGauge } from './registered/gauge.ts';
export { histogram, stopwatch, type Histogram } from './registered/histogram.ts';
