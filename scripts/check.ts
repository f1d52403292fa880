/**
 * `npm run check`: types, lint, architecture and unit tests, for use during development. The tools run in parallel, as many
 * as there are processors, and remember in `.ridgeline/cache/check` what they checked before. Each prints one line; the
 * exit code is non-zero when anything failed.
 */
import { join } from 'node:path';
import { quickChecks } from './checking/checks.ts';
import { closingLine } from './checking/counts.ts';
import { runChecks, secondsSince } from './checking/run-check.ts';

const started = Date.now();
const counts = await runChecks(quickChecks(join('.ridgeline', 'cache', 'check')));
process.stdout.write(`\n${closingLine(counts)} (${secondsSince(started)})\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
