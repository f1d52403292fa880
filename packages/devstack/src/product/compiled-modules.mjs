// @ts-check
/** Plain JavaScript with Node's own modules, because scripts/bootstrap.mjs starts every command with it. */
import { join } from 'node:path';

/**
 * Where processes of a checkout keep their compiled modules: each start would strip the types of all and compile them again.
 * @param {string} root the repository's root
 */
export const compiledModules = (root) => join(root, '.ridgeline', 'cache', 'compiled');
