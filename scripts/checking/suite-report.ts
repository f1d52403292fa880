import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

/** How long a test file took, in seconds; `path` is from the root. */
export interface FileTime {
  readonly path: string;
  readonly seconds: number;
}

function read(report: string): Report | null {
  return existsSync(report) ? reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))) : null;
}

/**
 * The names of the failed tests of a run, from Jest's JSON report. A file that could not run at all is named by its path. A
 * run that failed (`ok` false) without either, such as one whose set-up failed, counts as a whole.
 */
export function redTests(report: string, ok: boolean): readonly string[] {
  const results = read(report);
  if (!results) return ['no test ran'];
  const red = results.testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter((each) => each.status === 'failed').map((each) => each.fullName);
    return names.length === 0 && status === 'failed' ? [name] : names;
  });
  return red.length === 0 && !ok ? ['the run as a whole'] : red;
}

/** How long each test file of a run took, by Jest's JSON report. */
export function fileTimes(report: string): readonly FileTime[] {
  const results = read(report)?.testResults ?? [];
  return results.map(({ name, startTime, endTime }) => ({
    path: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}
