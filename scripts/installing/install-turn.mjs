// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../packages/devstack/src/servers/is-alive.mjs';

/**
 * Waits until no other process installs into the checkout: each npm would remove what the other one has just installed.
 * Resolves with what ends the turn. A process that was killed in its turn has left its file, which is removed.
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
    // Its file is written a moment after it is made: without a number in it, it is new.
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
