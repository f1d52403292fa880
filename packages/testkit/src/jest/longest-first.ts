import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import type { Test } from '@jest/test-result';
import type sequencer from '@jest/test-sequencer';

const require = createRequire(import.meta.url);
// Its types are those of its CommonJS module only.
const { default: Sequencer } = require('@jest/test-sequencer') as typeof sequencer;

/** The whole seconds that a file took in a run of `npm test -- --write`, by its path from the root; short ones are left out. */
export const secondsOfFiles = JSON.parse(
  readFileSync(new URL('seconds-of-files.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, number>>;

/**
 * Starts with the files that take longest, so that a suite does not end with a long one while processors are idle. Jest
 * knows durations only from an earlier run on the same machine, and otherwise starts with the largest files.
 */
export default class LongestFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const seconds = ({ path, context }: Test): number =>
      secondsOfFiles[relative(context.config.rootDir, path)] ?? 0;
    return (await super.sort(tests)).toSorted((one, other) => seconds(other) - seconds(one));
  }
}
