/**
 * `npm run steady -- <pattern> [--runs 20] [--loops 2]`: runs the test files whose path matches, again and again, while a
 * busy loop occupies each processor; use fewer loops if other work does so already, such as this command in another
 * checkout. Prints a line for each run, with its failed tests. The output of failed runs, and how the pages of their
 * browser tests looked at the end, are stored in `.ridgeline/steady`. Ends with the number of failed runs; the exit code is
 * non-zero if there was one.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { getTools, suites, type Suite } from '@ridgeline/testkit/needed-tools';
import { suiteCommand } from './checking/checks.ts';
import { redTests } from './checking/suite-report.ts';
import { runCommand, secondsSince } from './checking/run-check.ts';
import { measureSlowness } from './checking/yardstick.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    loops: { type: 'string', default: String(availableParallelism()) },
  },
  allowPositionals: true,
});
const [runs, loops] = [Number(values.runs), Number(values.loops)];
const areWhole = Number.isInteger(runs) && Number.isInteger(loops);
if (positionals.length === 0 || !areWhole || runs < 1 || loops < 0) {
  print(
    'Usage: npm run steady -- <pattern of test files> [--runs <1 or more; default 20>] [--loops <0 or more; default: one for each processor>]',
  );
  process.exit(2);
}

const kept = join(process.cwd(), '.ridgeline', 'steady');
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
const pictures = join(kept, 'pictures');
process.env['PICTURES_OF_TESTS'] = pictures;
process.env['PAGES_OF_TESTS'] = pictures;

const slowness = await measureSlowness();
const withPattern = (suite: Suite, ...more: readonly string[]) =>
  [...suiteCommand(suite, slowness), '--testPathPatterns', ...positionals, ...more] as const;

async function suitesWithTests(): Promise<Suite[]> {
  const matching: Suite[] = [];
  for (const suite of suites) {
    const { ok, output } = await runCommand(withPattern(suite, '--listTests'));
    if (ok && output.includes('.test.ts')) matching.push(suite);
  }
  return matching;
}

/** The failed tests of one suite's run. */
async function runOnce(suite: Suite, run: number): Promise<readonly string[]> {
  const report = join(kept, 'report.json');
  rmSync(report, { force: true });
  const { ok, output } = await runCommand(
    withPattern(suite, '--json', '--outputFile', report, '--silent=false'),
  );
  const red = redTests(report, ok);
  if (red.length > 0) writeFileSync(join(kept, `run-${String(run)}-${suite}.log`), output);
  return red.map(({ name }) => name);
}

const chosen = await suitesWithTests();
if (chosen.length === 0) {
  print(`No test file matches ${positionals.join(' ')}`);
  process.exit(2);
}
for (const suite of chosen) await getTools(suite, print);

const busy = Array.from({ length: loops }, () => new Worker('for (;;);', { eval: true }));
const redRuns: (readonly string[])[] = [];
for (let run = 1; run <= runs; run += 1) {
  const started = Date.now();
  const red: string[] = [];
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures);
  for (const suite of chosen) red.push(...(await runOnce(suite, run)));
  if (red.length > 0) {
    redRuns.push(red);
    renameSync(pictures, join(kept, `run-${String(run)}-pictures`));
  }
  print(`run ${run} of ${runs}: ${red.length === 0 ? 'green' : 'RED'} (${secondsSince(started)})`);
  for (const name of red) print(`  ${name}`);
}
await Promise.all(busy.map((worker) => worker.terminate()));

print(`\n${redRuns.length} of ${runs} runs were red`);
for (const name of new Set(redRuns.flat()))
  print(`  ${redRuns.filter((red) => red.includes(name)).length} times: ${name}`);
process.exitCode = redRuns.length > 0 ? 1 : 0;
