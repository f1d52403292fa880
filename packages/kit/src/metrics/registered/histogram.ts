import { Histogram as PromHistogram, type Registry } from 'prom-client';
import type { HistogramDefinition, Labels } from '../definition/definition.ts';
import { BoundedSeries } from './bounded-series.ts';
import { namedValue, onlyOne, type Named } from './metric.ts';

/** A metric of how values are spread. */
export interface Histogram<L extends Labels> {
  observe(...args: Named<L, [value: number]>): void;
}

/** The histogram of the catalogue, on this registry. */
export function histogram<L extends Labels>(
  registry: Registry,
  { name, help, labels, buckets }: HistogramDefinition<L>,
): Histogram<L> {
  return onlyOne(registry, name, () => {
    const bounded = new BoundedSeries(labels);
    const metric = new PromHistogram({
      name,
      help,
      labelNames: Object.keys(labels),
      buckets: [...buckets],
      registers: [registry],
    });
    return {
      observe(...args) {
        const { series, value } = namedValue(args);
        metric.observe(bounded.of(series), value);
      },
    };
  });
}

/** Starts a clock; what it returns tells the seconds since. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1_000;
}
