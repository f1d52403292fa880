/** `npm test`: every check and every suite; ends with one line of counts and a non-zero code when anything failed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks, suites, type Check } from './testing/checks.ts';
import { addCounts, closingLine, countsOfJest, type Counts } from './testing/counts.ts';
import { runCommand } from './testing/run-check.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function runCheck(check: Check): Promise<Counts> {
  const started = Date.now();
  const { ok, output } = await runCommand(check.command);
  print(`${ok ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(started)})`);
  if (!ok) print(output);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

async function runSuite(suite: string, reports: string): Promise<Counts> {
  const report = join(reports, `${suite}.json`);
  print(`\n${suite} tests`);
  const jest = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  const { ok } = await runCommand(
    ['node', ...jest, '--selectProjects', suite, '--json', '--outputFile', report, '--silent=false'],
    { echo: true },
  );
  const counts = countsOfJest(JSON.parse(readFileSync(report, 'utf8')));
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const reports = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
try {
  for (const check of checks) counts = addCounts(counts, await runCheck(check));
  for (const suite of suites) counts = addCounts(counts, await runSuite(suite, reports));
} finally {
  rmSync(reports, { recursive: true });
}
print(`\n${closingLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
