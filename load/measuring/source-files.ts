import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './surroundings.ts';

/** The folders with code that people write. */
const parts = ['packages', 'services', 'gateway', 'web', 'simulators', 'tests', 'load', 'scripts'];
/** The limit for one folder. A folder of one file should be a file, and one with more than this should be two. */
export const maxFilesPerFolder = 25;

const isGenerated = (path: string): boolean => path.includes('/gen/') || path.endsWith('.d.ts');
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)|^tests\//.test(path);

/** Every file of code that git knows or would add, as a path from the root; generated ones are left out. */
export function sourceFiles(): readonly string[] {
  const patterns = parts.flatMap((part) => ['ts', 'tsx', 'mjs'].map((end) => `${part}/**/*.${end}`));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--deduplicate', '--'];
  const output = execFileSync('git', [...list, ...patterns.map((pattern) => `:(glob)${pattern}`)], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  const gone = new Set(deleted.split('\0'));
  return output.split('\0').filter((path) => path !== '' && !gone.has(path) && !isGenerated(path));
}

/** The lines of each file that runs in production or in a command of the repository; tests and their helpers are left out. */
export const linesOfProduction = (files: readonly string[]): readonly number[] =>
  files
    .filter((path) => !isTest(path))
    .map((path) => readFileSync(join(repositoryRoot, path), 'utf8').split('\n').length - 1);

/** Folders whose only content is one file, and folders that hold too many, tests included. */
export interface OddFolders {
  readonly ofOneFile: readonly string[];
  readonly tooFull: readonly string[];
}

/** The folders of a size that the house rules do not allow. */
export function oddFolders(files: readonly string[]): OddFolders {
  const held = Map.groupBy(files, (path) => dirname(path));
  const isParent = (folder: string): boolean =>
    files.some((path) => path.startsWith(`${folder}/`) && dirname(path) !== folder);
  const folders = [...held].map(([folder, { length }]) => ({ folder, length }));
  return {
    ofOneFile: folders
      .filter(({ folder, length }) => length === 1 && !isParent(folder))
      .map(({ folder }) => folder),
    tooFull: folders.filter(({ length }) => length > maxFilesPerFolder).map(({ folder }) => folder),
  };
}
