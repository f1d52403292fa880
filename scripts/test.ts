/**
 * `npm test`: every check side by side, and beside them the tools that tests need, once; then every suite. Each has a line
 * with its time, a suite with how busy the processors were. Ends with the slowest test files, the names of what failed (of a
 * browser test also what its pages showed), one line of counts, and a non-zero code when anything failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptPages } from '@ridgeline/testkit/kept-pages';
import { suites, tools, type Suite } from '@ridgeline/testkit/needed-tools';
import { checks, suiteCommand } from './checking/checks.ts';
import { addCounts, closingLine, countsOfJest, noCounts, type Counts } from './checking/counts.ts';
import { gatherTools, type LackingSuites } from './checking/gather-tools.ts';
import { processorUse } from './checking/processor-use.ts';
import { printEnd, runChecks, runCommand, secondsSince } from './checking/run-check.ts';
import { fileTimes, redTests, type FileTime } from './checking/suite-report.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** How many of the slowest test files are listed at the end. */
const maxSlowFiles = 15;

const slowest: FileTime[] = [];

async function runSuite(suite: Suite, reports: string, lacking: LackingSuites): Promise<Counts> {
  const started = Date.now();
  const use = processorUse();
  const report = join(reports, `${suite}.json`);
  print(`\n${suite} tests`);
  const missing = lacking.get(suite);
  if (missing) {
    print(`FAILED: they need ${missing.join(', ')}, which could not be had; why stands above`);
    return { ...noCounts, failed: 1, red: [`${suite} tests: ${missing.join(', ')} could not be had`] };
  }
  const { ok } = await runCommand(
    [...suiteCommand(suite), '--json', '--outputFile', report, '--silent=false'],
    { echo: true },
  );
  print(
    `${suite} tests took ${secondsSince(started)}; the processors were ${String(Math.round(use() * 100))}% busy`,
  );
  slowest.push(...fileTimes(report));
  const red = redTests(report, ok).map((name) =>
    [`${suite} tests: ${name}`, ...keptPages(reports, name)].join('\n'),
  );
  // A set-up that failed has said why, and no test ran.
  if (!existsSync(report)) return { ...noCounts, failed: 1, red };
  const counts = countsOfJest(JSON.parse(readFileSync(report, 'utf8')), red);
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Where the time went, and what failed: above, both are far apart among thousands of lines. */
function printSummary({ red }: Counts): void {
  print('\nThe slowest test files');
  const byTime = slowest.toSorted((one, other) => other.seconds - one.seconds);
  for (const { path, seconds } of byTime.slice(0, maxSlowFiles))
    print(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
  if (red.length > 0) print(['\nFailed', ...red].join('\n'));
}

const reports = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
// Browser tests keep there how their pages ended.
process.env['PAGES_OF_TESTS'] = reports;
let counts: Counts;
try {
  const [ofChecks, lacking] = await Promise.all([runChecks(checks), gatherTools(tools, printEnd)]);
  counts = ofChecks;
  for (const suite of suites) counts = addCounts(counts, await runSuite(suite, reports, lacking));
} finally {
  rmSync(reports, { recursive: true });
}
printSummary(counts);
print(`\n${closingLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
