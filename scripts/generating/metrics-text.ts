import { metricsByPart, type ProductMetric } from '../../tests/telemetry/product-metrics.ts';

const heading = `# Metrics

Every process serves its metrics at \`/metrics\` of its internal port, in Prometheus' text format. Each series carries the
label \`service\`, the name of the process' service, set by the process itself (scrape with \`honor_labels: true\`).
prom-client's metrics of Node (\`process_*\`, \`nodejs_*\`) come in addition to this list.

Labels never name companies, people, connections or credentials. A label has the values that are listed here, or is
bounded: what comes beyond the bound is counted as \`other\`. Counters whose labels are all listed stand at 0 from the start,
where there are at most 64 of them. What is marked **shared** is read off a table, and every replica says the same: take the
\`max\` of it, never the \`sum\`.

This file is made from the files \`metric-definitions.ts\` of packages and services (\`tests/telemetry/product-metrics.ts\`) by \`npm run generate\`.
`;

/** Longer lists of values are shown by their length. */
const maxValues = 12;

const code = (text: string): string => `\`${text}\``;

function labelText([name, label]: [string, ProductMetric['labels'][string]]): string {
  if ('most' in label) return `- ${code(name)}: at most ${String(label.most)}; ${label.what}`;
  const { values } = label;
  const shown = values.slice(0, maxValues).map(code).join(', ');
  return values.length <= maxValues
    ? `- ${code(name)}: ${shown}`
    : `- ${code(name)}: ${shown} and ${String(values.length - maxValues)} more of \`errorCatalogue\``;
}

function metricText(metric: ProductMetric): string {
  const { name, type, help, labels, services, shared } = metric;
  const buckets = 'buckets' in metric ? [`Buckets: ${metric.buckets.join(', ')}.`] : [];
  const facts = [`${type}${shared ? ', **shared**' : ''}. ${help}.`, ...buckets];
  return [
    `### ${name}`,
    facts.join(' '),
    ...(Object.keys(labels).length > 0 ? [Object.entries(labels).map(labelText).join('\n')] : []),
    `Exported by ${services.join(', ')}.`,
  ].join('\n\n');
}

/** The list of metrics for people. */
export function metricsText(): string {
  const parts = Object.entries(metricsByPart).map(([title, metrics]) =>
    [`## ${title}`, ...metrics.map(metricText)].join('\n\n'),
  );
  return [heading, ...parts].join('\n').replaceAll('\n## ', '\n\n## ').trimEnd().concat('\n');
}
