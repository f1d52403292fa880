import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const packageSchema = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

/** The entry of one folder in package-lock.json: a package in node_modules, or a folder of this repository. */
type LockedPackage = z.output<typeof packageSchema>;
/** Everything that is installed, by its folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const modules = 'node_modules/';

/** The repository's lock files: the root's, and those of rarely used libraries (ADR 89). */
export const lockFiles = [
  'package-lock.json',
  'load/yardsticks/package-lock.json',
  'packages/devstack/containers/package-lock.json',
] as const;

/** Everything that a lock file installs. */
export function lockedPackages(file: string = lockFiles[0]): LockedPackages {
  return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).packages;
}

/** A package's name by its folder: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf(modules) + modules.length);
}

/**
 * The folder in which Node finds a package from another one; null if it is not installed, as with packages for other
 * platforms.
 */
function resolve(packages: LockedPackages, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = at === '' ? `${modules}${name}` : `${at}/${modules}${name}`;
    const entry = packages[found];
    if (entry) return entry.link ? (entry.resolved ?? null) : found;
    if (at === '') return null;
  }
}

/** The production programs, and the web app, which runs in users' browsers. */
export function shippedPrograms(): readonly string[] {
  return ['gateway', 'web', ...readdirSync('services').map((name) => `services/${name}`)];
}

/** What builds the web app: `npm start` needs it, but browsers receive none of it. */
const buildTools = ['@vitejs/plugin-react', 'vite', 'vite-plugin-compression2'];

/** The folders of all third-party packages that those programs need at run time, sorted. */
export function neededBy(packages: LockedPackages, programs: readonly string[]): readonly string[] {
  const seen = new Set(programs);
  for (const folder of seen) {
    const entry = packages[folder];
    if (!entry) throw new Error(`package-lock.json has no ${folder}`);
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const name of Object.keys(wanted)) {
      if (folder === 'web' && buildTools.includes(name)) continue;
      const found = resolve(packages, folder, name);
      if (found !== null) seen.add(found);
    }
  }
  return [...seen].filter((folder) => folder.includes(modules)).sort();
}
