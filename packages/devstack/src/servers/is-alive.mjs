// @ts-check
/** Plain JavaScript with Node's own modules, because scripts/bootstrap.mjs runs it before a package is there. */
import { readFileSync } from 'node:fs';

/**
 * Whether a process with this id exists (a zombie does not count).
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** @param {number} pid */
function isZombie(pid) {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
