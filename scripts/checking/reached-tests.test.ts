import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { changedFiles, filesOf, filesToTest, treeOf } from './reached-tests.ts';

let root: string;

const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-repository-'));
  git('init', '--quiet');
  mkdirSync(join(root, 'kit'));
  write('.gitignore', 'ignored.ts\n');
  write('kit/one.ts', 'one');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('What changed between two checks', () => {
  test('Changed, new and deleted files are found, committed or not; ignored ones are not', () => {
    const before = treeOf(root);
    expect(changedFiles(root, before, treeOf(root))).toEqual([]);
    write('kit/one.ts', 'changed');
    write('kit/two words.ts', 'new');
    write('ignored.ts', 'ignored');
    write('.gitignore', 'ignored.ts\n\n');
    const now = treeOf(root);
    expect(changedFiles(root, before, now)).toEqual(['.gitignore', 'kit/one.ts', 'kit/two words.ts']);
    expect(filesOf(root, now)).toEqual(['.gitignore', 'kit/one.ts', 'kit/two words.ts']);
    rmSync(join(root, 'kit/one.ts'));
    expect(changedFiles(root, now, treeOf(root))).toEqual(['kit/one.ts']);
  });

  test('What is staged stays as it is', () => {
    git('add', 'kit/one.ts');
    treeOf(root);
    expect(git('status', '--short', '--untracked-files=all').split('\n')).toEqual([
      'A  kit/one.ts',
      '?? .gitignore',
      '',
    ]);
  });

  test('When git does not have the earlier tree, then nothing is known', () => {
    expect(changedFiles(root, '0'.repeat(40), treeOf(root))).toBeNull();
  });
});

describe('What Jest must test after a change', () => {
  const all = ['README.md', 'kit/one.ts', 'kit/one.test.ts', 'tests/documents/links.test.ts', 'web/page.tsx'];

  test('When only modules changed, then what imports them, and the tests that read files of the repository', () => {
    const files = filesToTest(['kit/one.ts', 'kit/deleted.ts', 'web/page.tsx'], all);
    expect(files).toEqual(['kit/one.ts', 'web/page.tsx', 'tests/documents/links.test.ts']);
  });

  test('When nothing changed, then only the tests that read files', () => {
    expect(filesToTest([], all)).toEqual(['tests/documents/links.test.ts']);
  });

  test.each(['README.md', 'package-lock.json', 'packages/testkit/src/jest/native/native-runtime.ts'])(
    'When %s changed, then everything',
    (path) => {
      expect(filesToTest(['kit/one.ts', path], all)).toBeNull();
    },
  );

  test('When it is not known what changed, then everything', () => {
    expect(filesToTest(null, all)).toBeNull();
  });
});
