/** Grafana's names of the units that we show. */
export type Unit = 's' | 'bytes' | 'percentunit' | 'reqps' | 'recps' | 'ops' | 'none';

/** A query and the name of its lines. `@` in its braces is replaced by what the dashboard's variables select. */
export interface Query {
  readonly query: string;
  /** Grafana's template: `{{label}}`. */
  readonly called: string;
}

/** The properties of every panel. */
interface Facts {
  readonly title: string;
  /** The question that it answers, for people who see it for the first time. */
  readonly help: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** From this value on it is drawn as bad: the threshold of its alert, where there is one. */
  readonly badFrom?: number;
  /** Below this value it is drawn as bad: the number that should be there. */
  readonly goodFrom?: number;
  /** Alerts that this panel explains. */
  readonly alerts?: readonly string[];
}

/** A panel: lines over time, stacked or not, or current numbers. */
export interface Panel extends Facts {
  readonly shape: 'lines' | 'stack' | 'number';
}

/** Lines over time. */
export const lines = (facts: Facts): Panel => ({ ...facts, shape: 'lines' });

/** Areas over time, stacked: parts of a whole. */
export const stack = (facts: Facts): Panel => ({ ...facts, shape: 'stack' });

/** Current numbers. */
export const number = (facts: Facts): Panel => ({ ...facts, shape: 'number' });

/** One query; without a name, its line has the panel's name. */
export const one = (query: string, called = ''): readonly Query[] => [{ query, called }];

/** A quantile of one of the product's histograms, by labels and over everything that the selector matches. */
export function quantile(share: number, histogram: string, by: readonly string[], selector = ''): string {
  const matchers = selector === '' ? '@' : `@, ${selector}`;
  const labels = [...by, 'le'].join(', ');
  return `histogram_quantile(${share}, sum by (${labels}) (rate(${histogram}_bucket{${matchers}}[$__rate_interval])))`;
}

/**
 * Drops values that are not numbers, such as a quantile without observations or a share of zero. Otherwise, the table below
 * the lines would show them as the last values and list them first.
 */
export const measured = (query: string): string => `${query} >= 0`;

/**
 * 0 where the query finds nothing, but only while processes are scraped. For counters whose series appear with their first
 * count: their panel is then empty only when nothing is measured, not when nothing has happened. Where labels name the
 * lines, the line of 0 has 'none' as the value of the given label.
 */
export function orZero(query: string, label?: string): string {
  const zero = '0 * sum(ridgeline_ready{@})';
  return `${query} or on() ${label === undefined ? zero : `label_replace(${zero}, "${label}", "none", "", "")`}`;
}

/**
 * How often something was counted within a time. A counter whose series appears with its first count has no increase at
 * that point: if the series is new, its whole value counts.
 */
export const countedWithin = (window: string, series: string): string =>
  `increase(${series}[${window}]) > 0 or (${series} unless ${series} offset ${window})`;

/** Selects Node's metrics of our own processes; other products export the same metrics. */
export const ours = '@, job=~".*ridgeline.*"';
