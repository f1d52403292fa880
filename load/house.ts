import type { BenchResult } from './benchmark.ts';
import { linesOfProduction, maxFilesPerFolder, oddFolders, sourceFiles } from './measuring/source-files.ts';
import { median, quantile, round } from './measuring/statistics.ts';

/** A file is long enough for one thought, and short enough to be read in a minute. */
const goals = { minMedian: 60, maxMedian: 90, maxP90: 200 };
/** Shorter files are rarely meaningful on their own. */
const shortFile = 30;

/**
 * How the code is divided into files and folders. The ratio is the median length of production files relative to the
 * smallest wanted median. The result is good when median and ninth decile meet the goals and no folder holds one file or
 * too many.
 */
export function run(): Promise<BenchResult> {
  const files = sourceFiles();
  const lines = linesOfProduction(files);
  const { ofOneFile, tooFull } = oddFolders(files);
  const middle = median(lines);
  const p90 = quantile(lines, 0.9);
  const sized = middle >= goals.minMedian && middle <= goals.maxMedian && p90 <= goals.maxP90;
  return Promise.resolve({
    name: 'house',
    ratio: round(middle / goals.minMedian),
    goal: 1,
    ok: sized && ofOneFile.length === 0 && tooFull.length === 0,
    detail: {
      'production files': lines.length,
      'median lines': middle,
      'p90 lines': p90,
      'longest file, lines': Math.max(...lines),
      [`files of at most ${String(shortFile)} lines`]: lines.filter((count) => count <= shortFile).length,
      'folders with one file': ofOneFile.length,
      [`folders with more than ${String(maxFilesPerFolder)} files`]: tooFull.length,
    },
  });
}
