import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BareMachine } from './bare-machine.ts';

/** Bounds a start that hangs. */
const maxStartMs = 20 * 60_000;

/** The lines of `npm start` that begin a phase, and the phase's name; the last line prints where the app opens. */
const parts = [
  { line: 'Installing packages', name: 'packages, servers fetched' },
  { line: 'Building the web app', name: 'web app, servers started' },
  { line: 'Starting the services', name: 'services' },
] as const;

const opensAt = /^ {2}Open +(\S+)$/;

/** The seconds of a start, from the command to the sign-in page, and those of each phase that printed a line. */
export interface StartSeconds {
  readonly total: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** Runs `npm start` until the sign-in page answers, and stops it. Rejects with its output if it ends before that. */
export async function timeStart({ checkout, env }: BareMachine): Promise<StartSeconds> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1_000;
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: maxStartMs,
  });
  const closed = once(child, 'close');
  const said: string[] = [];
  const begun: { name: string; at: number }[] = [];
  try {
    for await (const line of createInterface(child.stdout)) {
      said.push(line);
      const part = parts.find((each) => line.startsWith(each.line));
      if (part) begun.push({ name: part.name, at: seconds() });
      const address = opensAt.exec(line)?.[1];
      if (address === undefined) continue;
      const { ok, status } = await fetch(`${address}/auth`);
      if (!ok) throw new Error(`The sign-in page answers ${status}`);
      return { total: seconds(), parts: lengths(begun, seconds()) };
    }
    throw new Error(`npm start ended:\n${said.join('\n')}`);
  } finally {
    child.kill('SIGTERM');
    child.stdout.resume();
    // Waits for its last process, because any of them holds the output open.
    await closed;
  }
}

/** Each phase lasts until the next one begins, the last one until the end. */
function lengths(begun: readonly { name: string; at: number }[], end: number): Record<string, number> {
  return Object.fromEntries(begun.map(({ name, at }, index) => [name, (begun[index + 1]?.at ?? end) - at]));
}
