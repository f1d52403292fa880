/**
 * `npm test`: every check, side by side, and then every suite; each tells how long it took. Ends with one line of counts and
 * a non-zero code when anything failed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks, suiteCommand, suites } from './checking/checks.ts';
import { addCounts, closingLine, countsOfJest, type Counts } from './checking/counts.ts';
import { runChecks, runCommand, secondsSince } from './checking/run-check.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function runSuite(suite: (typeof suites)[number], reports: string): Promise<Counts> {
  const started = Date.now();
  const report = join(reports, `${suite}.json`);
  print(`\n${suite} tests`);
  const { ok } = await runCommand(
    [...suiteCommand(suite), '--json', '--outputFile', report, '--silent=false'],
    { echo: true },
  );
  print(`${suite} tests took ${secondsSince(started)}`);
  const counts = countsOfJest(JSON.parse(readFileSync(report, 'utf8')));
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const reports = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
let counts: Counts;
try {
  counts = await runChecks(checks);
  for (const suite of suites) counts = addCounts(counts, await runSuite(suite, reports));
} finally {
  rmSync(reports, { recursive: true });
}
print(`\n${closingLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
