/** The processes of the product, as their metrics name them. */
export const services = [
  'gateway',
  'auth',
  'connection',
  'validation',
  'migration-orchestrator',
  'migration-worker',
] as const;
export type Service = (typeof services)[number];

/** A label whose values are known: each of them may be counted from the start. */
export interface ListedLabel<Value extends string = string> {
  readonly values: readonly Value[];
}

/** A label whose values come from elsewhere. There are never more than `most` of them; what comes then is `other`. */
export interface BoundedLabel {
  readonly most: number;
  /** What the values are, for the documentation. */
  readonly what: string;
}

export type Labels = Readonly<Record<string, ListedLabel | BoundedLabel>>;

/** What a series of a metric is named by. */
export type LabelsOf<L extends Labels> = {
  readonly [Name in keyof L]: L[Name] extends ListedLabel<infer Value> ? Value : string;
};

/** The mark of what stands in the catalogue. Nobody outside can set it: what is counted is written down there. */
export const inCatalogue = Symbol('in the catalogue');

/** What every metric tells of itself. */
interface Definition<L extends Labels> {
  readonly [inCatalogue]: true;
  readonly name: `ridgeline_${string}`;
  /** What it means, for people. */
  readonly help: string;
  readonly labels: L;
  /** Which processes export it. */
  readonly services: readonly Service[];
  /** True when every replica tells of the same thing (a table's rows): to be aggregated by `max`, never by `sum`. */
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

/** It says how values are spread. */
export interface HistogramDefinition<L extends Labels = Labels> extends Definition<L> {
  readonly type: 'histogram';
  readonly buckets: readonly number[];
}

export type MetricDefinition = CounterDefinition | GaugeDefinition | HistogramDefinition;
