import { productMetrics, type ProductMetric } from './product-metrics.ts';

const definitions: ReadonlyMap<string, ProductMetric> = new Map(
  productMetrics.map((definition) => [definition.name, definition]),
);

/** The metric to which a series belongs: a histogram has several series. */
function definitionOf(series: string): ProductMetric | undefined {
  const histogram = definitions.get(series.replace(/_(bucket|sum|count)$/, ''));
  return histogram?.type === 'histogram' && histogram.name !== series ? histogram : definitions.get(series);
}

/** Labels that every series has, from Prometheus or from the process. */
const common = new Set(['namespace', 'service', 'job', 'instance']);

const plainWord = /^[\w-]+$/;

function labelProblems(series: string, { labels, services }: ProductMetric, matchers: string): string[] {
  return [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(([, name = '', text = '']) => {
    const label = labels[name];
    if (label === undefined && !common.has(name) && !(name === 'le' && series.endsWith('_bucket')))
      return [`${series} has no label ${name}`];
    const values: readonly string[] | null =
      name === 'service' ? services : label !== undefined && 'values' in label ? label.values : null;
    return text
      .split('|')
      .filter((value) => plainWord.test(value) && values !== null && !values.includes(value))
      .map((value) => `${series} never has ${name}="${value}"`);
  });
}

/** The names of the product's metrics in a text, each with the content of its braces. */
const mentioned = (text: string): readonly (readonly [series: string, matchers: string])[] =>
  [...text.matchAll(/\b(ridgeline_\w+)\b(?:\{([^}]*)\})?/g)].map(([, series = '', matchers = '']) => [
    series,
    matchers,
  ]);

/** The errors in what a text, such as a query or a page, says about the product's metrics. */
export function metricProblems(text: string): readonly string[] {
  return mentioned(text).flatMap(([series, matchers]) => {
    const definition = definitionOf(series);
    if (!definition) return [`${series} is not defined`];
    const problems = labelProblems(series, definition, matchers);
    const added = new RegExp(`sum(?: by \\([^)]*\\))? ?\\((?:rate\\()?${series}\\b`).test(text);
    return definition.shared && added
      ? [...problems, `${series} is the same for every replica: its sum means nothing`]
      : problems;
  });
}
