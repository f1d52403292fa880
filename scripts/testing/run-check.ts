import { spawn } from 'node:child_process';
import type { Check } from './checks.ts';

/** How a command ended and what it printed. */
export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs a command to its end, keeping its output; `echo` also shows it while it runs. */
export function runCommand(
  [program, ...args]: Check['command'],
  { echo = false } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
