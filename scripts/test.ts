/**
 * `npm test`: every check side by side, and beside them the tools that tests need, once; then every suite. Each has a line
 * with its time. Ends with one line of counts and a non-zero code when anything failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites, tools, type Suite } from '@ridgeline/testkit/needed-tools';
import { checks, suiteCommand } from './checking/checks.ts';
import { addCounts, closingLine, countsOfJest, noCounts, type Counts } from './checking/counts.ts';
import { gatherTools, type LackingSuites } from './checking/gather-tools.ts';
import { printEnd, runChecks, runCommand, secondsSince } from './checking/run-check.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const oneFailure: Counts = { ...noCounts, failed: 1 };

async function runSuite(suite: Suite, reports: string, lacking: LackingSuites): Promise<Counts> {
  const started = Date.now();
  const report = join(reports, `${suite}.json`);
  print(`\n${suite} tests`);
  const missing = lacking.get(suite);
  if (missing) {
    print(`FAILED: they need ${missing.join(', ')}, which could not be had; why stands above`);
    return oneFailure;
  }
  const { ok } = await runCommand(
    [...suiteCommand(suite), '--json', '--outputFile', report, '--silent=false'],
    { echo: true },
  );
  print(`${suite} tests took ${secondsSince(started)}`);
  // A set-up that failed has said why, and no test ran.
  if (!existsSync(report)) return oneFailure;
  const counts = countsOfJest(JSON.parse(readFileSync(report, 'utf8')));
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const reports = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
let counts: Counts;
try {
  const [ofChecks, lacking] = await Promise.all([runChecks(checks), gatherTools(tools, printEnd)]);
  counts = ofChecks;
  for (const suite of suites) counts = addCounts(counts, await runSuite(suite, reports, lacking));
} finally {
  rmSync(reports, { recursive: true });
}
print(`\n${closingLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
