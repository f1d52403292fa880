/**
 * `npm test [-- --write]`: runs every suite, one after the other. In parallel, it gets the tools that the suites need, once,
 * and runs the static checks. Each prints a line with its time, a suite also how busy the processors were. At the end it
 * prints the slowest test files, what failed (with a check's output or the beginning of a test's failure, and with what the
 * pages of a browser test showed), how long everything took, and one line of counts; the exit code is non-zero when anything
 * failed.
 * `--write` stores how long each file took, for the order of later runs (`longest-first.ts`).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keptPages } from '@ridgeline/testkit/kept-pages';
import { suites, tools, type Suite } from '@ridgeline/testkit/needed-tools';
import { checks, filesAtATime, suiteCommand } from './checking/checks.ts';
import { addCounts, closingLine, countsOfJest, noCounts, type Counts } from './checking/counts.ts';
import { gatherTools } from './checking/gather-tools.ts';
import { processorUse } from './checking/processor-use.ts';
import { printEnd, runChecks, runCommand, secondsSince } from './checking/run-check.ts';
import { fileTimes, redTests, type FileTime } from './checking/suite-report.ts';
import { measureSlowness } from './checking/yardstick.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** How many of the slowest test files are listed at the end. */
const maxSlowFiles = 15;

/** The suite with which the static checks begin: it leaves processors idle most. */
const leavesIdle: Suite = 'fault';

/** What `--write` stores: files that take at least so many seconds. */
const secondsFile = 'packages/testkit/src/jest/seconds-of-files.json';
const minNoted = 10;

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const times: FileTime[] = [];

async function runSuite(suite: Suite, reports: string, lacked: readonly string[]): Promise<Counts> {
  const started = Date.now();
  const use = processorUse();
  const report = join(reports, `${suite}.json`);
  print(`\n${suite} tests`);
  if (lacked.length > 0) {
    print(`FAILED: they need ${lacked.join(', ')}, which could not be had; why stands above`);
    return { ...noCounts, failed: 1, red: [`${suite} tests: ${lacked.join(', ')} could not be had`] };
  }
  const slowness = await measureSlowness();
  const [computing, memory] = [slowness.computing.toFixed(1), slowness.memory.toFixed(1)];
  print(
    `this machine takes ${computing} times as long as the reference to compute, and ${memory} times for memory: ${filesAtATime(suite, slowness)} files at a time`,
  );
  const { ok } = await runCommand(
    [...suiteCommand(suite, slowness), '--json', '--outputFile', report, '--silent=false'],
    { echo: true },
  );
  print(
    `${suite} tests took ${secondsSince(started)}; the processors were ${String(Math.round(use() * 100))}% busy`,
  );
  times.push(...fileTimes(report));
  const red = redTests(report, ok).map(({ name, why }) =>
    [`${suite} tests: ${name}`, why, ...keptPages(reports, name)].filter((part) => part !== '').join('\n'),
  );
  // A failed set-up has printed its reason, and no test ran.
  if (!existsSync(report)) return { ...noCounts, failed: 1, red };
  const counts = countsOfJest(JSON.parse(readFileSync(report, 'utf8')), red);
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** The slowest files and all failures: in the output above, both are scattered among thousands of lines. */
function printSummary({ red }: Counts): void {
  print('\nThe slowest test files');
  const byTime = times.toSorted((one, other) => other.seconds - one.seconds);
  for (const { path, seconds } of byTime.slice(0, maxSlowFiles))
    print(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
  if (red.length > 0) print(['\nFailed', ...red].join('\n'));
}

function writeTimes(): void {
  const noted = times
    .filter(({ seconds }) => seconds >= minNoted)
    .map(({ path, seconds }) => [path, Math.round(seconds)] as const)
    .toSorted();
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`);
}

const reports = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
// Browser tests store there how their pages looked at the end.
process.env['PAGES_OF_TESTS'] = reports;
let counts = noCounts;
const started = Date.now();
try {
  const lackedBy = gatherTools(tools, printEnd);
  let ofChecks = Promise.resolve(noCounts);
  for (const suite of suites) {
    const lacked = await lackedBy(suite);
    if (suite === leavesIdle) ofChecks = runChecks(checks, { beside: true });
    counts = addCounts(counts, await runSuite(suite, reports, lacked));
  }
  counts = addCounts(counts, await ofChecks);
} finally {
  rmSync(reports, { recursive: true });
}
printSummary(counts);
print(`\nEverything took ${((Date.now() - started) / 60_000).toFixed(1)} min`);
if (values.write) writeTimes();
print(`\n${closingLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
