// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../packages/devstack/src/servers/is-alive.mjs';

/**
 * Waits until no other process installs into the checkout: each npm would remove what the other has just installed.
 * Resolves with a function that ends the turn. The file of a process that was killed during its turn is removed.
 * @param {string} root the repository's root
 * @param {() => void} onWait called once, when another process has the turn
 * @returns {Promise<() => void>}
 */
export async function installTurn(root, onWait) {
  const file = join(root, '.ridgeline', 'installing');
  mkdirSync(dirname(file), { recursive: true });
  for (let waits = 0; ; waits += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = ownerOf(file);
    // The file is created a moment before it is written: a file without a process id is new.
    if (owner !== null && !isAlive(owner)) rmSync(file, { force: true });
    else {
      if (waits === 0) onWait();
      await delay(100);
    }
  }
}

/** @param {string} file @returns {number | null} */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}
