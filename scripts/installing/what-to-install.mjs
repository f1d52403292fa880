// @ts-check
/** Plain JavaScript with Node's own modules, as all of bootstrap.mjs: it runs on any Node, before a package is there. */

/** The commands that need only what `npm start` needs; a dependency-cruiser rule checks that their programs comply. */
const productCommands = ['start.ts', 'dev.ts'];

/**
 * The hash of the lock file for which the packages of `npm start`, and all packages, were installed; null if they were not.
 * @typedef {{ product: string | null, everything: string | null }} Marks
 */

/**
 * What a command must install first. `rest` adds the other packages and leaves those of `npm start` in place, because a
 * product may be running from them. A checkout that had all packages gets all of them for a new lock file too.
 * @param {string} command the script's file
 * @param {Marks} marks
 * @param {string} lock the lock file's hash
 * @returns {'nothing' | 'product' | 'rest' | 'everything'}
 */
export function whatToInstall(command, marks, lock) {
  const needsProduct = productCommands.includes(command);
  if (marks.everything === lock || (needsProduct && marks.product === lock)) return 'nothing';
  if (marks.product === lock) return 'rest';
  return needsProduct && marks.everything === null ? 'product' : 'everything';
}

/**
 * The marks after an installation by npm, which lists what it installed in `node_modules/.package-lock.json`.
 * @param {{ packages: Readonly<Record<string, { dev?: boolean }>> }} installed
 * @param {string} lock the lock file's hash
 * @returns {Marks}
 */
export function marksOf(installed, lock) {
  const hasTools = Object.values(installed.packages).some(({ dev }) => dev === true);
  return { product: lock, everything: hasTools ? lock : null };
}
