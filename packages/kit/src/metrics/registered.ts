import {
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  type Registry,
} from 'prom-client';
import { withTimeout } from '../time-limits.ts';
import type { CounterDefinition, GaugeDefinition, HistogramDefinition, Labels } from './definition.ts';
import { BoundedSeries, everySeries, namedValue, onlyOne, type Named } from './series.ts';

/** A metric that goes up and down. */
export interface Gauge<L extends Labels> {
  set(...args: Named<L, [value: number]>): void;
  add(...args: Named<L, [by: number]>): void;
  remove(...args: Named<L, []>): void;
}

/** Sets a gauge's current values; values that it does not set are removed. */
export type ReadGauge<L extends Labels> = (
  set: (...args: Named<L, [value: number]>) => void,
) => void | Promise<void>;

/** A scrape usually times out after ten seconds; a server that hangs must not hide all the others' metrics. */
const readWithinMs = 3_000;

interface RegisteredGauge<L extends Labels> extends Gauge<L> {
  readonly readers: Set<() => Promise<Read[]>>;
}

type Read = ReturnType<typeof namedValue>;

function registeredGauge<L extends Labels>(
  registry: Registry,
  { name, help, labels }: GaugeDefinition<L>,
): RegisteredGauge<L> {
  return onlyOne(registry, name, () => {
    const bounded = new BoundedSeries(labels);
    const readers: RegisteredGauge<L>['readers'] = new Set();
    let isRead = false;
    const metric = new PromGauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      async collect() {
        // Without a reader left it has no series; where there never was a reader, it is set.
        if (!isRead && readers.size === 0) return;
        isRead = readers.size > 0;
        const read = (await Promise.all([...readers].map((reader) => reader()))).flat();
        this.reset();
        bounded.clear();
        for (const { series, value } of read) this.set(bounded.of(series), value);
      },
    });
    return {
      readers,
      set(...args) {
        const { series, value } = namedValue(args);
        metric.set(bounded.of(series), value);
      },
      add(...args) {
        const { series, value } = namedValue(args);
        metric.inc(bounded.of(series), value);
      },
      remove(...args) {
        metric.remove(bounded.of(namedValue(args).series));
      },
    };
  });
}

/** The gauge of this definition, on this registry. */
export function gauge<L extends Labels>(registry: Registry, definition: GaugeDefinition<L>): Gauge<L> {
  return registeredGauge(registry, definition);
}

/**
 * Reads the gauge of this definition with each scrape, until disposed. Several parts of a process may each report some of
 * its series. A reader's last values are kept for as long as it fails or hangs; `onError` gets the error.
 */
export function readGauge<L extends Labels>(
  registry: Registry,
  definition: GaugeDefinition<L>,
  read: ReadGauge<L>,
  onError: (error: unknown) => void = () => undefined,
): Disposable {
  const { readers } = registeredGauge(registry, definition);
  let last: Read[] = [];
  const reader = async (): Promise<Read[]> => {
    const values: Read[] = [];
    try {
      await withTimeout(readWithinMs, Promise.resolve(read((...args) => void values.push(namedValue(args)))));
      last = values;
    } catch (error) {
      onError(error);
    }
    return last;
  };
  readers.add(reader);
  return { [Symbol.dispose]: () => void readers.delete(reader) };
}

/** Work whose result is shared by all callers while it runs: several gauges are read from one query. */
export function askedOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** A metric that only grows. */
export interface Counter<L extends Labels> {
  inc(...args: Named<L, [by?: number]>): void;
}

/** The counter of this definition, on this registry. Series that are known in advance start at 0. */
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

/** A metric of how values are spread. */
export interface Histogram<L extends Labels> {
  observe(...args: Named<L, [value: number]>): void;
}

/** The histogram of this definition, on this registry. */
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

/** Starts a stopwatch; the function that it returns reports the elapsed seconds. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1_000;
}
