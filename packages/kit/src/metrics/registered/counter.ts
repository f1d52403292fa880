import { Counter as PromCounter, type Registry } from 'prom-client';
import type { CounterDefinition, Labels } from '../definition/definition.ts';
import { BoundedSeries, everySeries } from './bounded-series.ts';
import { namedValue, onlyOne, type Named } from './metric.ts';

/** A metric that only grows. */
export interface Counter<L extends Labels> {
  inc(...args: Named<L, [by?: number]>): void;
}

/** The counter of the catalogue, on this registry. Where its series are known they stand at 0 from now on. */
export function counter<L extends Labels>(
  registry: Registry,
  { name, help, labels }: CounterDefinition<L>,
): Counter<L> {
  return onlyOne(registry, name, () => {
    const bounded = new BoundedSeries(labels);
    const metric = new PromCounter({ name, help, labelNames: Object.keys(labels), registers: [registry] });
    for (const series of everySeries(labels)) metric.inc(series, 0);
    return {
      inc(...args) {
        const { series, value } = namedValue(args);
        metric.inc(bounded.of(series), value);
      },
    };
  });
}
