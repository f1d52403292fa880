import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keptPages, nameForFile } from './kept-pages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ridgeline-pages-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('When pages of many tests are kept, then those of one are found, each by its beginning', () => {
  writeFileSync(join(folder, `${nameForFile('When it "opens"')}-1.txt`), `first ${'x'.repeat(9_000)}`);
  writeFileSync(join(folder, `${nameForFile('When it "opens"')}-2.txt`), 'second');
  writeFileSync(join(folder, `${nameForFile('When it "opens" again')}-1.txt`), 'another');
  writeFileSync(join(folder, `${nameForFile('When it "opens"')}-1.png`), 'a picture');
  const [first = '', second, ...others] = keptPages(folder, 'When it "opens"');
  expect(first).toMatch(/^first x+$/);
  expect(first.length).toBeLessThan(9_000);
  expect([second, others]).toEqual(['second', []]);
});

test('When a test kept no page, then there is none', () => {
  expect(keptPages(folder, 'When it opens')).toEqual([]);
});
