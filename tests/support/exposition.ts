/** One metric as Prometheus reads it from a process. */
export interface ExposedMetric {
  readonly type: string;
  readonly help: string;
  /** Its series with their values, those of a histogram's buckets included. */
  readonly series: ReadonlyMap<string, number>;
}

const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"`;
const sample = new RegExp(String.raw`^([a-zA-Z_:][\w:]*)(\{${label}(?:,${label})*\})? (\S+)$`);
const parts = /_(?:bucket|sum|count)$/;

/** Reads Prometheus' text format, and throws at anything that does not conform, including duplicates. */
export function readExposition(text: string): ReadonlyMap<string, ExposedMetric> {
  const metrics = new Map<string, { type: string; help: string; series: Map<string, number> }>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') {
      if (metrics.has(name)) throw new Error(`${name} stands twice`);
      metrics.set(name, { type: '', help: rest, series: new Map() });
      continue;
    }
    if (word === 'TYPE') {
      const metric = metrics.get(name);
      if (metric?.type !== '') throw new Error(`A type without its help, or a second one: ${line}`);
      metric.type = rest;
      continue;
    }
    const [, of = '', labels = '', value = ''] = sample.exec(line) ?? [];
    const metric = metrics.get(of) ?? metrics.get(of.replace(parts, ''));
    const number = value.endsWith('Inf') ? Infinity : Number(value);
    if (!metric || Number.isNaN(number)) throw new Error(`This is no line of a metric: ${line}`);
    if (metric.series.has(of + labels)) throw new Error(`${of}${labels} stands twice`);
    metric.series.set(of + labels, number);
  }
  return metrics;
}
