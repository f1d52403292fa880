import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { installOwnLibraries } from './own-library.ts';

let dir: string;
let lines: string[];
const before = process.env['PATH'];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ridgeline-libraries-'));
  lines = [];
  for (const folder of ['manifests', 'bin']) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, 'manifests/package.json'), '{}');
  lockVersion('1.0.0');
  npmDoes('echo "$@" > arguments');
  process.env['PATH'] = [join(dir, 'bin'), before].join(delimiter);
});

afterEach(() => {
  process.env['PATH'] = before;
  rmSync(dir, { recursive: true });
});

const lockVersion = (version: string): void =>
  writeFileSync(
    join(dir, 'manifests/package-lock.json'),
    JSON.stringify({ name: '@ridgeline/rare', version }),
  );

/** Puts a program in place of npm. */
const npmDoes = (what: string): void =>
  writeFileSync(join(dir, 'bin/npm'), `#!/bin/sh\n${what}\n`, { mode: 0o755 });

const install = (): Promise<string> =>
  installOwnLibraries({
    manifests: join(dir, 'manifests'),
    cacheDir: join(dir, 'cache'),
    log: (line) => void lines.push(line),
  });

test('When the libraries are needed twice, then they are installed once, and no script of theirs runs', async () => {
  const folder = await install();
  await expect(install()).resolves.toBe(folder);
  expect(lines).toEqual(['Installing @ridgeline/rare ...']);
  expect(readFileSync(join(folder, 'arguments'), 'utf8')).toMatch(/^ci --ignore-scripts /);
});

test('When their lock file changes, then they are installed again', async () => {
  const folder = await install();
  lockVersion('2.0.0');
  await expect(install()).resolves.not.toBe(folder);
});

test('When npm fails, then the error says why, and the next time it is tried again', async () => {
  npmDoes('echo no network >&2; exit 1');
  await expect(install()).rejects.toThrow('no network');
  npmDoes('true');
  await expect(install()).resolves.toContain('rare-');
});
