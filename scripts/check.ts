/**
 * `npm run check`: types, lint, architecture and unit tests, for use while one works. The tools run side by side, as many
 * as there are processors, and remember in `.ridgeline/cache/check` what they checked before. A line for each; the code is
 * non-zero when anything failed.
 */
import { join } from 'node:path';
import { quickChecks } from './checking/checks.ts';
import { closingLine } from './checking/counts.ts';
import { runChecks, secondsSince } from './checking/run-check.ts';

const started = Date.now();
const counts = await runChecks(quickChecks(join('.ridgeline', 'cache', 'check')));
process.stdout.write(`\n${closingLine(counts)} (${secondsSince(started)})\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
