import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Loaded once for both tidy files: it has a hook in each. */
const helper = `
import { beforeAll } from '@jest/globals';
let files = 0;
export const countedFiles = () => { beforeAll(() => void (files += 1)); return () => files; };
`;

/** Leaves behind whatever it can; the file that comes second must find none of it. */
const tidied = `
import { expect, jest, test } from '@jest/globals';
import { countedFiles } from './helper.mjs';
const files = countedFiles();
test('finds nothing left', () => {
  expect([Math.random() === 2, process.env.LEFT, setTimeout.clock]).toEqual([false, undefined, undefined]);
  process.env.LEFT = 'here';
  console.log('files: ' + files());
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(2);
});
`;

/** Prints whether what was compiled for another file of the process is written already. */
const compiled = `
import { readdirSync } from 'node:fs';
import { test } from '@jest/globals';
test('looks', () => {
  const written = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true, withFileTypes: true });
  console.log('compiled: ' + written.some((entry) => entry.isFile()));
});
`;

const faulty = `
import { beforeAll, describe, expect, test } from '@jest/globals';
test('hangs', () => new Promise(() => undefined), 50);
test('differs', () => expect(1).toBe(2));
test('rejects', () => Promise.reject(new Error('no')));
describe('without its set-up', () => {
  beforeAll(() => { throw new Error('no set-up'); });
  test('cannot pass', () => undefined);
});
`;

const broken = `throw new Error('cannot be loaded');`;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs files by Jest, one after another in one process, as the suites do. */
async function reportOf(
  files: Readonly<Record<string, string>>,
): Promise<{ report: Report; printed: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'ridgeline-native-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
    const config = {
      rootDir: dir,
      testMatch: ['**/*.test.mjs'],
      moduleFileExtensions: ['mjs', 'js'],
      transform: {},
      runtime: join(import.meta.dirname, 'native-runtime.ts'),
      testEnvironment: join(import.meta.dirname, 'native-environment.ts'),
    };
    const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
    const outputFile = join(dir, 'report.json');
    const command = [
      jest,
      '--config',
      JSON.stringify(config),
      '--runInBand',
      '--json',
      '--outputFile',
      outputFile,
    ];
    const printed = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        command,
        {
          timeout: 20_000,
          killSignal: 'SIGKILL',
          env: { ...process.env, NODE_COMPILE_CACHE: join(dir, 'compiled') },
        },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      ),
    );
    return { report: JSON.parse(await readFile(outputFile, 'utf8')) as Report, printed };
  } finally {
    await rm(dir, { recursive: true });
  }
}

test('When files run one after the other, then each has its hooks and results, and what one left is gone in the next', async () => {
  const files = { 'one.test.mjs': tidied, 'two.test.mjs': tidied, 'faulty.test.mjs': faulty };
  const { report, printed } = await reportOf({ 'helper.mjs': helper, ...files, 'broken.test.mjs': broken });
  const results = report.testResults.map(({ name, status, assertionResults }) => [
    basename(name),
    status,
    Object.fromEntries(assertionResults.map((result) => [result.title, result.status])),
  ]);
  expect(results.toSorted()).toEqual([
    ['broken.test.mjs', 'failed', {}],
    [
      'faulty.test.mjs',
      'failed',
      { hangs: 'failed', differs: 'failed', rejects: 'failed', 'cannot pass': 'failed' },
    ],
    ['one.test.mjs', 'passed', { 'finds nothing left': 'passed' }],
    ['two.test.mjs', 'passed', { 'finds nothing left': 'passed' }],
  ]);
  expect(printed).toContain('cannot be loaded');
  expect(printed.match(/files: \d/g)?.toSorted()).toEqual(['files: 1', 'files: 2']);
});

test('When a file has ended, then what was compiled for it is written', async () => {
  const { printed } = await reportOf({ 'one.test.mjs': compiled, 'two.test.mjs': compiled });
  expect(printed.match(/compiled: \w+/g)).toEqual(['compiled: false', 'compiled: true']);
});
