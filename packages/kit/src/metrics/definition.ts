/** A label whose values are known: each of them may be counted from the start. */
export interface ListedLabel<Value extends string = string> {
  readonly values: readonly Value[];
}

/** A label whose values come from elsewhere. It has at most `most` of them; further ones count as `other`. */
export interface BoundedLabel {
  readonly most: number;
  /** What the values are, for the documentation. */
  readonly what: string;
}

export type Labels = Readonly<Record<string, ListedLabel | BoundedLabel>>;

/** What identifies a series of a metric. */
export type LabelsOf<L extends Labels> = {
  readonly [Name in keyof L]: L[Name] extends ListedLabel<infer Value> ? Value : string;
};

/** The mark of a definition. Only the functions below set it, and only files of definitions may call them. */
const isDefined = Symbol('is defined');

/** What every metric states. */
interface Definition<L extends Labels> {
  readonly [isDefined]: true;
  readonly name: `ridgeline_${string}`;
  /** What it means, for people. */
  readonly help: string;
  readonly labels: L;
  /** True when every replica reports the same value (a table's rows): to be aggregated by `max`, never by `sum`. */
  readonly shared: boolean;
}

/** It only grows while the process lives. Its name ends in `_total`. */
export interface CounterDefinition<L extends Labels = Labels> extends Definition<L> {
  readonly type: 'counter';
}

/** It goes up and down. */
export interface GaugeDefinition<L extends Labels = Labels> extends Definition<L> {
  readonly type: 'gauge';
}

/** It shows how values are distributed. */
export interface HistogramDefinition<L extends Labels = Labels> extends Definition<L> {
  readonly type: 'histogram';
  readonly buckets: readonly number[];
}

export type MetricDefinition = CounterDefinition | GaugeDefinition | HistogramDefinition;

/** A background job, whose rounds are measured under its name. */
export interface JobDefinition {
  readonly [isDefined]: true;
  readonly type: 'job';
  readonly job: string;
}

/** The facts of a metric; every replica reports its own value unless `shared` is set. */
interface Facts<D extends MetricDefinition, L extends Labels> extends Pick<D, 'name' | 'help'> {
  readonly labels: L;
  readonly shared?: boolean;
}

/** A label with these values. */
export const oneOf = <const Value extends string>(values: readonly Value[]): ListedLabel<Value> => ({
  values,
});

/** A label with any values, up to this many. */
export const upTo = (most: number, what: string): BoundedLabel => ({ most, what });

const usual = { [isDefined]: true as const, shared: false };

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

/** Defines a background job. */
export const aJob = (job: string): JobDefinition => ({ [isDefined]: true, type: 'job', job });
