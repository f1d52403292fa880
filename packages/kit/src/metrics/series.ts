import type { Registry } from 'prom-client';
import type { Labels, LabelsOf } from './definition.ts';

/** Counters with more series than this start empty: most series would always stay at 0. */
const maxPreset = 64;

/** The placeholder for a value that was not foreseen, or that exceeded the bound. */
const otherValue = 'other';

/** Keeps a metric's series few, whatever is counted: values that a label does not list, or that exceed its bound, become one. */
export class BoundedSeries {
  readonly #labels: Labels;
  readonly #seen = new Map<string, Set<string>>();

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  /** The labels of the series that these labels are counted in. */
  of(labels: Readonly<Record<string, string>>): Record<string, string> {
    const kept: Record<string, string> = {};
    for (const [name, value] of Object.entries(labels)) kept[name] = this.#keep(name, value);
    return kept;
  }

  /** Forgets the known values: the series were removed. */
  clear(): void {
    this.#seen.clear();
  }

  #keep(name: string, value: string): string {
    const label = this.#labels[name];
    let seen = this.#seen.get(name);
    if (!seen) {
      seen = new Set(label && 'values' in label ? label.values : []);
      this.#seen.set(name, seen);
    }
    if (seen.has(value)) return value;
    if (!label || 'values' in label || seen.size >= label.most) return otherValue;
    seen.add(value);
    return value;
  }
}

/** Every possible series, where they are known and few; none otherwise. */
export function everySeries(labels: Labels): Record<string, string>[] {
  let series: Record<string, string>[] = [{}];
  for (const [name, label] of Object.entries(labels)) {
    if (!('values' in label)) return [];
    series = series.flatMap((one) => label.values.map((value) => ({ ...one, [name]: value })));
    if (series.length > maxPreset) return [];
  }
  return series;
}

/** The arguments of a metric: labels, where the metric has any, then the value. */
export type Named<L extends Labels, Rest extends unknown[]> = keyof L extends never
  ? Rest
  : [labels: LabelsOf<L>, ...rest: Rest];

type Series = Readonly<Record<string, string>>;

/** Splits the arguments of `Named`; a missing value is 1. */
export function namedValue(args: readonly unknown[]): { readonly series: Series; readonly value: number } {
  const [first, second] = args;
  if (typeof first === 'object')
    return { series: first as Series, value: (second as number | undefined) ?? 1 };
  return { series: {}, value: (first as number | undefined) ?? 1 };
}

const registered = new WeakMap<Registry, Map<string, unknown>>();

/** The registry's metric of that name, created on first use: several parts of a process may count the same. */
export function onlyOne<Metric>(registry: Registry, name: string, make: () => Metric): Metric {
  const metrics = registered.get(registry) ?? new Map<string, unknown>();
  registered.set(registry, metrics);
  const known = metrics.get(name) as Metric | undefined;
  if (known !== undefined) return known;
  const made = make();
  metrics.set(name, made);
  return made;
}
