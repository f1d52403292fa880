import { join } from 'node:path';
import { loadOwnLibrary } from '@ridgeline/devstack';
import { repositoryRoot, tell } from './surroundings.ts';

/** Loads a library that a benchmark compares with; it is installed the first time. */
export function loadYardstick(module: string): Promise<unknown> {
  const manifests = join(repositoryRoot, 'load', 'yardsticks');
  const cacheDir = join(repositoryRoot, '.ridgeline', 'cache');
  return loadOwnLibrary({ manifests, cacheDir, log: tell }, module);
}
