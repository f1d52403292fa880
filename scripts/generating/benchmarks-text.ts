import { benchmarks } from '../../load/benchmarks.ts';
import { readResults, type StoredResult } from '../../load/results.ts';

const heading = `# Benchmarks

What each benchmark printed last, on two cores that the product, its databases, both vendors' simulators and the load shared.
Each compares two things within one run: the ratio says more than the figures below it, which drift with the machine.
[Performance](performance.md) explains what is measured and why a goal is missed.

This file is made from \`load/results.json\` by \`npm run bench -- <name> --write\`, or by \`npm run generate\`.

| Benchmark | Goal | Ratio | | Printed on |
| --- | --- | --- | --- | --- |
`;

function row(name: string, goal: string, result: StoredResult | undefined): string {
  if (!result) return `| \`${name}\` | ${goal} | | not measured | |\n`;
  const { ratio, goal: bound, ok, printedOn } = result;
  const met = ok ? 'met' : '**missed**';
  return `| [\`${name}\`](#${name}) | ${goal} | ${String(ratio)}, goal ${String(bound)} | ${met} | ${printedOn} |\n`;
}

/** A table cell must be on one line and may not contain an unescaped bar. */
function cell(value: number | string): string {
  return typeof value === 'number'
    ? value.toLocaleString('en-US', { maximumFractionDigits: 3 })
    : value.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function figures(name: string, { detail }: StoredResult): string {
  const rows = Object.entries(detail).map(([what, value]) => `| ${what} | ${cell(value)} |\n`);
  return `\n## ${name}\n\n| Figure | Printed |\n| --- | --- |\n${rows.join('')}`;
}

/** The results of all benchmarks, for people. */
export function benchmarksText(): string {
  const results = readResults();
  const rows = Object.entries(benchmarks).map(([name, { goal }]) => row(name, goal, results[name]));
  const sections = Object.entries(results).map(([name, result]) => figures(name, result));
  return heading + rows.join('') + sections.join('');
}
