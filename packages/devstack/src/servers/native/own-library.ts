import { cpSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from './cache.ts';
import { runCommand } from './command.mjs';

const MANIFESTS = ['package.json', 'package-lock.json'];

/** Libraries that few commands need: a folder with a manifest and a lock file of its own (ADR 89). */
export interface OwnLibraries {
  /** The folder with both files. */
  readonly manifests: string;
  readonly cacheDir: string;
  readonly log: (line: string) => void;
}

/**
 * The folder of the download cache in which such libraries are installed, by npm unless that was done for their lock file.
 * None of their install scripts run.
 */
export function installOwnLibraries({ manifests, cacheDir, log }: OwnLibraries): Promise<string> {
  const lock = readFileSync(join(manifests, 'package-lock.json'));
  const { name } = JSON.parse(lock.toString()) as { name: string };
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  return cached(cacheDir, `${name.replace('@ridgeline/', '')}-${version}`, async (draft) => {
    log(`Installing ${name} ...`);
    for (const file of MANIFESTS) cpSync(join(manifests, file), join(draft, file));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    await runCommand('npm', ['ci', ...options], { cwd: draft });
  });
}

/** Loads a module of such libraries, and installs them first where they are missing. */
export async function loadOwnLibrary(libraries: OwnLibraries, module: string): Promise<unknown> {
  const folder = await installOwnLibraries(libraries);
  return import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(module)).href);
}
