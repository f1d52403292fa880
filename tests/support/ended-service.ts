import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A line of a service's log, as far as tests of its start look at it. */
interface Line {
  readonly level: string;
  readonly msg: string;
  readonly problems?: readonly { readonly variable: string; readonly problem: string }[];
  readonly err?: { readonly message: string; readonly details?: Readonly<Record<string, string>> };
}

/** A service tries Redis for 10 s, and starts slowly on a busy machine. */
const lifeMs = 60_000;

const isError = ({ level }: Line): boolean => level === 'error' || level === 'fatal';

/**
 * Starts a service as its image does and waits for its end; if it still runs after `lifeMs`, it is stopped, and that is an
 * error. All of its output is lines of JSON; the last one with an error counts, because warnings about work in progress may
 * follow it.
 */
export async function endOf(folder: string, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [`${folder}/src/main.ts`], { env: environment, timeout: lifeMs });
  const [[code], said, besides] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (child.killed) throw new Error(`${folder} still ran after ${lifeMs} ms: ${said}${besides}`);
  const lines = said
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  return { code, said, besides, lines, last: lines.findLast(isError) };
}
