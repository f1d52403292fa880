import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cached } from './cache.ts';

let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'ridgeline-cache-'));
});

afterEach(async () => {
  await rm(cache, { recursive: true });
});

describe('The download cache', () => {
  test('When two fill the same folder at once, then both use one complete copy and no draft is left', async () => {
    const fill = (draft: string) => writeFile(join(draft, 'file'), 'content');
    const folders = await Promise.all([cached(cache, 'thing', fill), cached(cache, 'thing', fill)]);
    expect(new Set(folders).size).toBe(1);
    await expect(readFile(join(cache, 'thing/file'), 'utf8')).resolves.toBe('content');
    await expect(readdir(cache)).resolves.toEqual(['thing']);
  });

  test('When a download fails half way, then nothing is left that looks complete and the next try starts anew', async () => {
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
