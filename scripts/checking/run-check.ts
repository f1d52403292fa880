import { spawn } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import pMap from 'p-map';
import type { Check } from './checks.ts';
import { addCounts, noCounts, type Counts } from './counts.ts';

/** How a command ended and what it printed. */
interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a command to its end and keeps its output; `echo` also prints it while the command runs. `beside` runs it at low
 * priority, for other programs' sake.
 */
export function runCommand(
  [program, ...args]: Check['command'],
  { echo = false, beside = false } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (beside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (echo) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The time since `started`, for display: `12.3 s`. */
export function secondsSince(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** Prints one line about work that began at `started`, and the reason if it failed. */
export function printEnd(name: string, started: number, failure: string | null): void {
  print(`${failure === null ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(started)})`);
  if (failure !== null) print(failure);
}

/** Runs a check and prints one line; if it fails, also what the command printed. */
async function runCheck({ name, command }: Check, beside: boolean): Promise<Counts> {
  const started = Date.now();
  const { ok, output } = await runCommand(command, { beside });
  printEnd(name, started, ok ? null : output);
  return ok ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1, red: [`${name}\n${output}`] };
}

/**
 * Runs checks in parallel, one per processor; each prints a line when it ends. `beside` runs them one at a time and at low
 * priority, for other programs' sake.
 */
export async function runChecks(checks: readonly Check[], { beside = false } = {}): Promise<Counts> {
  const run = (check: Check): Promise<Counts> => runCheck(check, beside);
  const results = await pMap(checks, run, { concurrency: beside ? 1 : availableParallelism() });
  return results.reduce(addCounts, noCounts);
}
