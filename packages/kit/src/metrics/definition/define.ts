import {
  inCatalogue,
  type BoundedLabel,
  type CounterDefinition,
  type GaugeDefinition,
  type HistogramDefinition,
  type Labels,
  type ListedLabel,
  type MetricDefinition,
} from './definition.ts';

/** What is said of a metric; every replica tells of itself unless it is said otherwise. */
interface Facts<D extends MetricDefinition, L extends Labels> extends Pick<D, 'name' | 'help' | 'services'> {
  readonly labels: L;
  readonly shared?: boolean;
}

/** A label with these values. */
export const oneOf = <const Value extends string>(values: readonly Value[]): ListedLabel<Value> => ({
  values,
});

/** A label with any values, but never more than so many. */
export const upTo = (most: number, what: string): BoundedLabel => ({ most, what });

const usual = { [inCatalogue]: true as const, shared: false };

/** Defines a counter. */
export function aCounter<L extends Labels>(facts: Facts<CounterDefinition, L>): CounterDefinition<L> {
  return { type: 'counter', ...usual, ...facts };
}

/** Defines a gauge. */
export function aGauge<L extends Labels>(facts: Facts<GaugeDefinition, L>): GaugeDefinition<L> {
  return { type: 'gauge', ...usual, ...facts };
}

/** Defines a histogram. */
export function aHistogram<L extends Labels>(
  facts: Facts<HistogramDefinition, L> & Pick<HistogramDefinition, 'buckets'>,
): HistogramDefinition<L> {
  return { type: 'histogram', ...usual, ...facts };
}
