import type { Registry } from 'prom-client';
import type { Labels, LabelsOf } from '../definition/definition.ts';

/** What names a series, where the metric has labels, and then the value. */
export type Named<L extends Labels, Rest extends unknown[]> = keyof L extends never
  ? Rest
  : [labels: LabelsOf<L>, ...rest: Rest];

type Series = Readonly<Record<string, string>>;

/** Takes the arguments of `Named` apart; without a value it is 1. */
export function namedValue(args: readonly unknown[]): { readonly series: Series; readonly value: number } {
  const [first, second] = args;
  if (typeof first === 'object')
    return { series: first as Series, value: (second as number | undefined) ?? 1 };
  return { series: {}, value: (first as number | undefined) ?? 1 };
}

const registered = new WeakMap<Registry, Map<string, unknown>>();

/** The registry's metric of that name, made when it is asked for first: several parts of a process may count the same. */
export function onlyOne<Metric>(registry: Registry, name: string, make: () => Metric): Metric {
  const metrics = registered.get(registry) ?? new Map<string, unknown>();
  registered.set(registry, metrics);
  const known = metrics.get(name) as Metric | undefined;
  if (known !== undefined) return known;
  const made = make();
  metrics.set(name, made);
  return made;
}
