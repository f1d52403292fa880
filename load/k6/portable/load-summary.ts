/** k6's summary of one metric. */
interface LoadMetric {
  readonly type: 'counter' | 'gauge' | 'rate' | 'trend';
  /** `time` is in milliseconds, `data` in bytes. */
  readonly contains: string;
  readonly values: Readonly<Record<string, number>>;
  /** The thresholds, by their text. */
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** A group of checks and the groups inside it. */
export interface CheckGroup {
  readonly checks: readonly { readonly name: string; readonly passes: number; readonly fails: number }[];
  readonly groups: readonly CheckGroup[];
}

/** What k6 hands to `handleSummary`, as far as we read it. */
export interface LoadSummary {
  readonly metrics: Readonly<Record<string, LoadMetric>>;
  readonly root_group: CheckGroup;
  readonly state: { readonly testRunDurationMs: number };
}

/** Every threshold of a run, and whether it was met. */
export function barsOf({ metrics }: LoadSummary): { readonly bar: string; readonly ok: boolean }[] {
  return Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
    Object.entries(thresholds).map(([text, { ok }]) => ({ bar: `${metric} ${text}`, ok })),
  );
}

/** All checks, of whichever group. */
export function checksOf(group: CheckGroup): CheckGroup['checks'] {
  return [...group.checks, ...group.groups.flatMap(checksOf)];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

const row = (cells: readonly string[], kind = 'td'): string =>
  `<tr>${cells.map((cell) => `<${kind}>${escaped(cell)}</${kind}>`).join('')}</tr>`;

const table = (heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<h2>${escaped(heading)}</h2>\n<table>\n${row(columns, 'th')}\n${rows.map((cells) => row(cells)).join('\n')}\n</table>`;

const style = `body { font: 15px system-ui, sans-serif; margin: 2rem; color: #1f2328; background: #fff }
table { border-collapse: collapse } th, td { border: 1px solid #c8ccd1; padding: .3rem .6rem; text-align: left }`;

function figure(value: number, { contains }: LoadMetric): string {
  const rounded = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return contains === 'time' ? `${rounded} ms` : rounded;
}

/** The summary of a run as one page without scripts: verdict, bars, checks, figures. */
export function htmlSummary(name: string, summary: LoadSummary): string {
  const bars = barsOf(summary);
  const ok = bars.every((bar) => bar.ok);
  const seconds = (summary.state.testRunDurationMs / 1_000).toFixed(0);
  const figures = Object.entries(summary.metrics).map(([metric, it]) => [
    metric,
    Object.entries(it.values)
      .map(([key, value]) => `${key} ${figure(value, key === 'count' ? { ...it, contains: '' } : it)}`)
      .join(', '),
  ]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(name)}: ${ok ? 'passed' : 'failed'}</title>
<style>${style}</style>
<h1>${escaped(name)}: ${ok ? 'passed' : 'failed'} after ${seconds} s</h1>
${table(
  'Bars',
  ['Bar', 'Kept'],
  bars.map((bar) => [bar.bar, bar.ok ? 'yes' : 'NO']),
)}
${table(
  'Checks',
  ['Check', 'Passed', 'Failed'],
  checksOf(summary.root_group).map(({ name: check, passes, fails }) => [
    check,
    String(passes),
    String(fails),
  ]),
)}
${table('Figures', ['Metric', 'Values'], figures)}
</html>
`;
}
