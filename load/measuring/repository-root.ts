import { fileURLToPath } from 'node:url';

/** Path of the repository's root. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
