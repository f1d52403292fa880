import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { installTurn } from './install-turn.mjs';

let root: string;
let waits = 0;
const take = () => installTurn(root, () => (waits += 1));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ridgeline-turn-'));
  waits = 0;
});
afterEach(() => rm(root, { recursive: true }));

test('When three commands install at the same time, then one does at a time, and each says once that it waits', async () => {
  let installing = 0;
  let most = 0;
  const install = async (): Promise<void> => {
    const end = await take();
    most = Math.max(most, (installing += 1));
    await new Promise((resolve) => setImmediate(resolve));
    installing -= 1;
    end();
  };
  await Promise.all([install(), install(), install()]);
  expect([most, waits]).toEqual([1, 2]);
  expect(existsSync(join(root, '.ridgeline', 'installing'))).toBe(false);
});

test('When the one that had the turn was killed, then the next does not wait for it', async () => {
  await mkdir(join(root, '.ridgeline'));
  // No process has this number: it is beyond the largest that Linux gives.
  await writeFile(join(root, '.ridgeline', 'installing'), '4194305');
  (await take())();
  expect(waits).toBe(0);
});
