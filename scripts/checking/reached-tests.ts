import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Runs git in a folder of a repository and returns what it prints. */
function git(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', args, options).trim();
}

/** The paths that git prints with `-z`. */
const pathsIn = (printed: string): readonly string[] => printed.split('\0').filter((path) => path !== '');

/** The id of a git tree with all files of a repository as they are now, committed or not, except ignored ones. */
export function treeOf(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ridgeline-tree-'));
  try {
    // A copy of the index, so that git reads only files that changed, and what the user staged stays as it is.
    const index = join(folder, 'index');
    const own = resolve(root, git(root, ['rev-parse', '--git-path', 'index']));
    if (existsSync(own)) copyFileSync(own, index);
    const env = { GIT_INDEX_FILE: index };
    git(root, ['add', '--all'], env);
    return git(root, ['write-tree'], env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files that differ between two trees, by their path; null if git no longer has the first. */
export function changedFiles(root: string, before: string, now: string): readonly string[] | null {
  try {
    return pathsIn(git(root, ['diff-tree', '-r', '-z', '--name-only', before, now]));
  } catch {
    return null;
  }
}

/** These tests read files of the repository that they do not import. */
const readers = /^(tests|scripts)\/.*\.test\.ts$/;

/** What a test finds by its imports. Everything else may affect any test, and so may what runs the tests. */
const isImported = (path: string): boolean =>
  /\.tsx?$/.test(path) && !path.startsWith('packages/testkit/src/jest/');

/**
 * The files whose tests Jest must run after a change: those that changed, from which it follows the imports, and the tests
 * that read other files. Null: all tests.
 */
export function filesToTest(
  changed: readonly string[] | null,
  all: readonly string[],
): readonly string[] | null {
  if (changed === null || !changed.every(isImported)) return null;
  const present = new Set(all);
  return [...changed.filter((path) => present.has(path)), ...all.filter((path) => readers.test(path))];
}

/** All files of a tree, by their path. */
export function filesOf(root: string, tree: string): readonly string[] {
  return pathsIn(git(root, ['ls-tree', '-r', '-z', '--name-only', tree]));
}
