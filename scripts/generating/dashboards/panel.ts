/** Grafana's names of the units that we show. */
export type Unit = 's' | 'bytes' | 'percentunit' | 'reqps' | 'recps' | 'ops' | 'none';

/** A query and what its lines are called. `@` in its braces stands for what the dashboard's variables choose. */
export interface Query {
  readonly query: string;
  /** Grafana's template: `{{label}}`. */
  readonly called: string;
}

/** What every panel tells. */
interface Facts {
  readonly title: string;
  /** The question that it answers, for people who see it for the first time. */
  readonly help: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** From this value on it is drawn as bad: that at which an alert fires, where one does. */
  readonly badFrom?: number;
  /** Below this value it is drawn as bad: a number of those that should be there. */
  readonly goodFrom?: number;
  /** Alerts that this panel explains. */
  readonly alerts?: readonly string[];
}

/** A panel: lines over time, stacked or not, or numbers of now. */
export interface Panel extends Facts {
  readonly shape: 'lines' | 'stack' | 'number';
}

/** Lines over time. */
export const lines = (facts: Facts): Panel => ({ ...facts, shape: 'lines' });

/** Areas over time, one on another: parts of a whole. */
export const stack = (facts: Facts): Panel => ({ ...facts, shape: 'stack' });

/** Numbers as they are now. */
export const number = (facts: Facts): Panel => ({ ...facts, shape: 'number' });

/** One query; without a name its line is called as the panel. */
export const one = (query: string, called = ''): readonly Query[] => [{ query, called }];

/** A quantile of a histogram of the product, by labels and over all that the selector chooses. */
export function quantile(share: number, histogram: string, by: readonly string[], selector = ''): string {
  const matchers = selector === '' ? '@' : `@, ${selector}`;
  const labels = [...by, 'le'].join(', ');
  return `histogram_quantile(${share}, sum by (${labels}) (rate(${histogram}_bucket{${matchers}}[$__rate_interval])))`;
}

/**
 * Only numbers: a quantile or a share of zero is none. Otherwise the table below the lines shows those values as last, and
 * begins with empty ones.
 */
export const measured = (query: string): string => `${query} >= 0`;

/**
 * 0 where the query finds nothing, but only while processes are scraped. For counters whose series come with their first
 * count; a panel of them is empty when nothing is measured, and not when nothing has happened. Where lines are called by
 * their labels, the line of 0 has 'none' as the label that is named here.
 */
export function orZero(query: string, label?: string): string {
  const zero = '0 * sum(ridgeline_ready{@})';
  return `${query} or on() ${label === undefined ? zero : `label_replace(${zero}, "${label}", "none", "", "")`}`;
}

/**
 * How often something was counted within a time. A counter whose series come with their first count has no increase
 * then: all of a series that was not there before is counted.
 */
export const countedWithin = (window: string, series: string): string =>
  `increase(${series}[${window}]) > 0 or (${series} unless ${series} offset ${window})`;

/** Chooses metrics of Node, which other products export too, of our own processes. */
export const ours = '@, job=~".*ridgeline.*"';
