import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
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

/** A failed test: its name, and the beginning of what Jest printed about it. */
export interface RedTest {
  readonly name: string;
  readonly why: string;
}

/** How much of a failure is repeated at the end of a run: lines, and characters of each. */
const repeated = { lines: 30, characters: 300 } as const;

function beginningOf(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, repeated.lines);
  return lines.map((line) => line.slice(0, repeated.characters)).join('\n');
}

/**
 * The failed tests of a run, from Jest's JSON report. A file that could not run at all is named by its path. A run that
 * failed (`ok` false) without either, such as one whose set-up failed, counts as a whole.
 */
export function redTests(report: string, ok: boolean): readonly RedTest[] {
  const results = read(report);
  if (!results) return [{ name: 'no test ran', why: '' }];
  const red = results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name, why: beginningOf(message) }];
    return failed.map((each) => ({
      name: each.fullName,
      why: beginningOf(each.failureMessages.join('\n')),
    }));
  });
  return red.length === 0 && !ok ? [{ name: 'the run as a whole', why: '' }] : red;
}

/** How long each test file of a run took, by Jest's JSON report. */
export function fileTimes(report: string): readonly FileTime[] {
  const results = read(report)?.testResults ?? [];
  return results.map(({ name, startTime, endTime }) => ({
    path: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}
