// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marksOf } from './what-to-install.mjs';

/** @typedef {import('./what-to-install.mjs').Marks} Marks */

/**
 * @param {string} root the repository's root
 * @param {keyof Marks} part
 */
const fileOf = (root, part) => join(root, 'node_modules', `.ridgeline-${part}`);

/**
 * The hash of the lock file, which decides about everything that is installed.
 * @param {string} root
 */
export function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * @param {string} root
 * @returns {Marks}
 */
export function readMarks(root) {
  /** @param {keyof Marks} part */
  const read = (part) => (existsSync(fileOf(root, part)) ? readFileSync(fileOf(root, part), 'utf8') : null);
  return { product: read('product'), everything: read('everything') };
}

/**
 * Marks what npm has just installed.
 * @param {string} root
 */
export function writeMarks(root) {
  const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  const { product, everything } = marksOf(installed, lockHash(root));
  for (const [part, hash] of /** @type {const} */ ([
    ['product', product],
    ['everything', everything],
  ]))
    if (hash === null) rmSync(fileOf(root, part), { force: true });
    else writeFileSync(fileOf(root, part), hash);
}
