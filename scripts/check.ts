/**
 * `npm run check`: types, lint, architecture and unit tests, for use while one works. The tools run side by side, as many
 * as there are processors, and remember in `.ridgeline/cache/check` what they checked before. A line for each; the code is
 * non-zero when anything failed.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { quickChecks } from './checking/checks.ts';
import { addCounts, closingLine, noCounts } from './checking/counts.ts';
import { runCheck, secondsSince } from './checking/run-check.ts';

const started = Date.now();
const results = await pMap(quickChecks(join('.ridgeline', 'cache', 'check')), runCheck, {
  concurrency: availableParallelism(),
});
const counts = results.reduce(addCounts, noCounts);
process.stdout.write(`\n${closingLine(counts)} (${secondsSince(started)})\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
