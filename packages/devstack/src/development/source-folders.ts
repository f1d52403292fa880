import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

function readManifest(root: string, folder: string): z.output<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
}

/** The folders of our packages by their names. */
function packageFolders(root: string): ReadonlyMap<string, string> {
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  const packages = folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
  return new Map(packages.map((folder) => [readManifest(root, folder).name, folder]));
}

/**
 * The folders, relative to the repository's root, whose sources a service runs: its own and those of every package in this repository
 * that it depends on, directly or through another one.
 */
export function sourceFolders(root: string, folder: string): readonly string[] {
  const packages = packageFolders(root);
  const folders = new Set([folder]);
  // Iterating over a set includes items added during the iteration, so indirect dependencies are found too.
  for (const next of folders)
    for (const dependency of Object.keys(readManifest(root, next).dependencies)) {
      const packageFolder = packages.get(dependency);
      if (packageFolder !== undefined) folders.add(packageFolder);
    }
  return [...folders].map((each) => `${each}/src`);
}
