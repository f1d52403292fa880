import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, jest, test } from '@jest/globals';

/** Kills a command that does not end, which then has another exit code. */
const maxRunMs = 30_000;

jest.setTimeout(2 * maxRunMs);

const runningStack = JSON.stringify(new URL('running-stack.ts', import.meta.url).href);

/** A promise that never settles. */
const forever = 'new Promise(() => undefined)';

/** A command that starts something and uses it, as the given expressions do; both print before they wait. */
function command({ start, use }: { start: string; use: string }): ChildProcess {
  const program = `
    import { untilStopped } from ${runningStack};
    // As the processes of a product do, it keeps the command alive.
    setInterval(() => undefined, 60_000);
    const print = (line) => process.stdout.write(line + '\\n');
    const product = { async [Symbol.asyncDispose]() { print('disposed'); } };
    await untilStopped(
      async () => { print('starting'); return ${start}; },
      async () => { print('using'); await ${use}; },
    );`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: maxRunMs,
    killSignal: 'SIGKILL',
  });
}

/** Sends Ctrl-C when the command prints `line`; answers its exit code and all that it printed. */
async function interruptedAt(line: string, child: ChildProcess): Promise<{ code: number; said: string[] }> {
  const closed = once(child, 'close') as Promise<[number]>;
  const said: string[] = [];
  if (child.stdout)
    for await (const each of createInterface(child.stdout)) {
      said.push(each);
      if (each === line) child.kill('SIGINT');
    }
  const [code] = await closed;
  return { code, said };
}

test('When Ctrl-C comes during the first migration, then the product stops in order and nothing waits for the migration', async () => {
  const { code, said } = await interruptedAt('using', command({ start: 'product', use: forever }));
  expect(said).toEqual(['starting', 'using', '', 'Stopping ...', 'disposed']);
  expect(code).toBe(0);
});

test('When Ctrl-C comes after the first migration, then the product stops in order', async () => {
  const use = `Promise.resolve().then(() => setImmediate(print, 'migrated'))`;
  const { code, said } = await interruptedAt('migrated', command({ start: 'product', use }));
  expect(said.slice(-2)).toEqual(['Stopping ...', 'disposed']);
  expect(code).toBe(0);
});

test('When Ctrl-C comes while the product starts, then the command ends immediately', async () => {
  const { code, said } = await interruptedAt(
    'starting',
    command({ start: `await ${forever}`, use: forever }),
  );
  expect(said).toEqual(['starting']);
  expect(code).toBe(130);
});
