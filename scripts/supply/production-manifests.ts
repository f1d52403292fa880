/**
 * `node production-manifests.ts <service>`, in a folder that holds only the manifests and the lock file: reduces these to
 * what one program needs in production, so that `npm ci` installs nothing else. npm itself counts every workspace as
 * production, and also the root's packages, which `npm start` needs. Prints the folders of the remaining workspaces, the
 * program's first.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

interface Manifest extends Partial<Record<(typeof dependencyKinds)[number], Record<string, string>>> {
  name?: string;
  workspaces?: string[];
}

interface Lock {
  packages: Record<string, Manifest & { resolved?: string; link?: boolean }>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, content: unknown): void => writeFileSync(file, JSON.stringify(content, null, 2));

const [service = ''] = process.argv.slice(2);
const lock = read('package-lock.json') as Lock;
const folderOf = new Map(
  Object.entries(lock.packages)
    .filter(([, { link }]) => link)
    .map(([path, { resolved = '' }]) => [path.replace(/^node_modules\//, ''), resolved]),
);

/** The workspaces that a program depends on, itself first. */
function closure(folder: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
    const next = folderOf.get(name);
    if (next !== undefined) closure(next, found);
  }
  return found;
}

const program = ['services', '.'].map((at) => join(at, service)).find((folder) => existsSync(folder));
if (program === undefined) throw new Error(`There is no program ${service}`);
const kept = closure(program);

for (const [name, folder] of folderOf)
  if (!kept.has(folder)) {
    Reflect.deleteProperty(lock.packages, `node_modules/${name}`);
    Reflect.deleteProperty(lock.packages, folder);
    rmSync(folder, { recursive: true });
  }
for (const folder of ['', ...kept]) {
  const file = join(folder, 'package.json');
  const manifest = read(file) as Manifest;
  const locked = lock.packages[folder];
  const unused = folder === '' ? dependencyKinds : (['devDependencies'] as const);
  for (const each of [manifest, locked ?? {}]) {
    for (const kind of unused) Reflect.deleteProperty(each, kind);
    if (folder === '') each.workspaces = [...kept];
  }
  write(file, manifest);
}
write('package-lock.json', lock);
process.stdout.write(`${[...kept].join('\n')}\n`);
