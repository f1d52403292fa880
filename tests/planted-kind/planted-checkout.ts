import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the planted kind, and where it goes. */
const folders = {
  contracts: 'packages/contracts/src/objects/parcel',
  worker: 'services/migration-worker/src/objects/parcel',
  web: 'web/src/features/migrations/objects/parcel',
} as const;

/** A registry of kinds, in which the line for parcels follows the line for jobs. */
export interface Registry {
  readonly file: string;
  readonly import: string;
  readonly after: string;
  readonly line: string;
}

/** Everything that a third kind of record needs in addition to its three folders. */
export const registries: readonly Registry[] = [
  {
    file: 'packages/contracts/src/objects/kinds.ts',
    import: "import { parcelType } from './parcel/parcel-type.ts';\n",
    after: '  jobs: jobType,\n',
    line: '  parcels: parcelType,\n',
  },
  {
    file: 'services/migration-worker/src/objects/index.ts',
    import: "import { parcelMigration } from './parcel/parcel-migration.ts';\n",
    after: '  jobs: jobMigration(jobContacts),\n',
    line: '  parcels: parcelMigration,\n',
  },
  {
    file: 'web/src/features/migrations/objects/index.ts',
    import: "import { parcelView } from './parcel/parcel-view.ts';\n",
    after: '  jobs: jobView,\n',
    line: '  parcels: parcelView,\n',
  },
];

/** The files of a checkout, including uncommitted ones. */
function filesOf(root: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Copies a checkout. Its packages resolve each other within the copy; registry packages are only linked. */
export function copyCheckout(root: string, copy: string): readonly string[] {
  const files = filesOf(root);
  for (const file of files) cpSync(join(root, file), join(copy, file));
  const modules = files
    .filter((file) => file.endsWith('package.json'))
    .map((file) => join(dirname(file), 'node_modules'));
  for (const folder of modules) linkModules(join(root, folder), join(copy, folder));
  linkDownloads(join(root, '.ridgeline', 'cache'), join(copy, '.ridgeline', 'cache'));
  return files;
}

/** Both use the same downloads; the web app and the compiled modules are separate in the copy. */
function linkDownloads(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const own = ['web', 'compiled'];
  const downloads = existsSync(from) ? readdirSync(from).filter((name) => !own.includes(name)) : [];
  for (const name of downloads) symlinkSync(join(from, name), join(to, name));
}

function linkModules(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@ridgeline') symlinkSync(join(from, name), join(to, name));
    else linkWorkspaces(join(from, name), join(to, name));
  }
}

/** The links to our own packages are relative, so they lead to the packages of the same checkout. */
function linkWorkspaces(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) symlinkSync(readlinkSync(join(from, name)), join(to, name));
}

/** Plants the kind: its three folders, and a line with its import in each registry. */
export function plant(copy: string): void {
  for (const [part, folder] of Object.entries(folders)) {
    const from = join(import.meta.dirname, 'parcel', part);
    mkdirSync(join(copy, folder));
    for (const file of readdirSync(from))
      cpSync(join(from, file), join(copy, folder, file.replace(/\.txt$/, '')));
  }
  for (const { file, after, line, ...registry } of registries) {
    const path = join(copy, file);
    const parts = readFileSync(path, 'utf8').split(after);
    if (parts.length !== 2) throw new Error(`${file} has not one line "${after.trim()}"`);
    writeFileSync(path, registry.import + parts.join(after + line));
  }
}

/** The copied files that differ from the original checkout. */
export const changedFiles = (root: string, copy: string, files: readonly string[]): readonly string[] =>
  files.filter((file) => !readFileSync(join(root, file)).equals(readFileSync(join(copy, file))));
