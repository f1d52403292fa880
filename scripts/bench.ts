/**
 * `npm run bench -- <name> ... [--write]`: runs benchmarks of `load/`, or `all`; each prints its result as one JSON line at
 * the end. `--write` also stores the result and generates docs/benchmarks.md from all stored results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchmarks } from '../load/benchmarks.ts';
import { storeResult } from '../load/results.ts';
import { benchmarksText } from './generating/benchmarks-text.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = positionals.includes('all') ? Object.keys(benchmarks) : positionals;
const unknown = names.filter((name) => !benchmarks[name]);
const chosen = names.flatMap((name) => benchmarks[name] ?? []);

if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) print(`There is no benchmark ${unknown.join(', ')}`);
  print(`Which benchmark? ${Object.keys(benchmarks).join(', ')}, or all`);
  process.exitCode = 2;
} else {
  for (const { run } of chosen) {
    const result = await run();
    print(JSON.stringify(result));
    if (!result.ok) process.exitCode = 1;
    if (!values.write) continue;
    storeResult(result, new Date().toISOString().slice(0, 10));
    writeFileSync('docs/benchmarks.md', benchmarksText());
  }
}
