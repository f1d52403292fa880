import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cached } from './cache.ts';

let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'ridgeline-cache-'));
});

afterEach(async () => {
  await rm(cache, { recursive: true });
});

/** Another process that asks for the folder `thing`. It prints `filled` when it filled it, which takes until all have come. */
const asking = `
  const [, cache, source, here, all] = process.argv;
  const { cached } = await import(source);
  const { readdir, writeFile } = await import('node:fs/promises');
  await writeFile(here + '/' + process.pid, '');
  await cached(cache, 'thing', async (draft) => {
    while ((await readdir(here)).length < Number(all)) await new Promise(setImmediate);
    process.stdout.write('filled');
    await writeFile(draft + '/file', 'content');
  });
`;

async function askInAnotherProcess(here: string, all: number): Promise<string> {
  const source = join(process.cwd(), 'packages/devstack/src/servers/native/cache.ts');
  const args = ['--input-type=module', '-e', asking, cache, source, here, String(all)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return child.exitCode === 0 ? said : `exit code ${String(child.exitCode)}`;
}

describe('The download cache', () => {
  test('When several processes want the same folder concurrently, then one fills it and the others wait and use it', async () => {
    const here = await mkdtemp(join(tmpdir(), 'ridgeline-asking-'));
    const said = await Promise.all(Array.from({ length: 4 }, () => askInAnotherProcess(here, 4)));
    await rm(here, { recursive: true });
    expect(said.sort()).toEqual(['', '', '', 'filled']);
    await expect(readFile(join(cache, 'thing/file'), 'utf8')).resolves.toBe('content');
    await expect(readdir(cache)).resolves.toEqual(['thing']);
  });

  test('When a process was killed half way, then the next one removes its draft and its lock', async () => {
    const [draft, lock] = [join(cache, 'thing.draft-of-the-dead'), join(cache, 'thing.lock')];
    const longAgo = new Date(Date.now() - 60_000);
    for (const left of [draft, lock]) await mkdir(left);
    await writeFile(join(draft, 'half'), '');
    await utimes(lock, longAgo, longAgo);
    await cached(cache, 'thing', (folder) => writeFile(join(folder, 'file'), ''));
    await expect(readdir(cache)).resolves.toEqual(['thing']);
    await expect(readdir(join(cache, 'thing'))).resolves.toEqual(['file']);
  });

  test('When a download fails half way, then nothing is left that looks complete and the next try starts again', async () => {
    const failing = cached(cache, 'thing', async (draft) => {
      await writeFile(join(draft, 'half'), '');
      throw new Error('the network went away');
    });
    await expect(failing).rejects.toThrow('the network went away');
    await expect(readdir(cache)).resolves.toEqual([]);
    await cached(cache, 'thing', (draft) => writeFile(join(draft, 'file'), ''));
    await expect(readdir(join(cache, 'thing'))).resolves.toEqual(['file']);
  });

  test('When it is there already, then nothing is downloaded', async () => {
    await cached(cache, 'thing', (draft) => writeFile(join(draft, 'file'), ''));
    await cached(cache, 'thing', () => Promise.reject(new Error('downloaded again')));
  });
});
