/**
 * `npm run check [-- --all]`: types, lint, architecture and unit tests, for use during development. The tools run in
 * parallel, as many as there are processors, and remember in `.ridgeline/cache/check` what they checked before: of the unit
 * tests, those run that are affected by what changed since everything was green (`--all`: all of them). Each prints one
 * line; the exit code is non-zero when anything failed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quickChecks } from './checking/checks.ts';
import { closingLine } from './checking/counts.ts';
import { changedFiles, filesOf, filesToTest, treeOf } from './checking/reached-tests.ts';
import { runChecks, secondsSince } from './checking/run-check.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const started = Date.now();
const root = process.cwd();
const cache = join('.ridgeline', 'cache', 'check');
/** The tree of files with which everything was green last. */
const greenTree = join(cache, 'green-tree');

const now = treeOf(root);
const isKnown = !values.all && existsSync(greenTree);
const changed = isKnown ? changedFiles(root, readFileSync(greenTree, 'utf8'), now) : null;
const counts = await runChecks(quickChecks(cache, filesToTest(changed, filesOf(root, now))));
if (counts.failed === 0) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(greenTree, now);
}
process.stdout.write(`\n${closingLine(counts)} (${secondsSince(started)})\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
