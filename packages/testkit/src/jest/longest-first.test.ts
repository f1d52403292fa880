import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Test } from '@jest/test-result';
import LongestFirst, { secondsOfFiles } from './longest-first.ts';

const root = process.cwd();

/** Test files of these sizes, as Jest passes them on a machine that has not run them. */
function filesOf(bytes: Readonly<Record<string, number>>): Test[] {
  const context = {
    config: { id: 'a project', rootDir: root, cache: false },
    hasteFS: { getSize: (path: string) => bytes[path.slice(root.length + 1)] },
  } as unknown as Test['context'];
  return Object.keys(bytes).map((path) => ({ context, path: join(root, path) }));
}

describe('The order of the test files', () => {
  test('Those that take longest come first, whatever their size; the others follow by their size', async () => {
    const [longest = '', second = ''] = Object.keys(secondsOfFiles).toSorted(
      (one, other) => (secondsOfFiles[other] ?? 0) - (secondsOfFiles[one] ?? 0),
    );
    const files = filesOf({ 'small.test.ts': 10, [second]: 5, 'large.test.ts': 20, [longest]: 1 });
    const order = await new LongestFirst({ globalConfig: {} as never, contexts: [] }).sort(files);
    expect(order.map(({ path }) => path.slice(root.length + 1))).toEqual([
      longest,
      second,
      'large.test.ts',
      'small.test.ts',
    ]);
  });

  test('Each file whose time is known is there', () => {
    expect(Object.keys(secondsOfFiles).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
