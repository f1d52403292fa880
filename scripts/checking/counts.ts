import { z } from 'zod';

/** How many checks and tests there were. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of what failed; a detail below a name may give the reason. */
  readonly red: readonly string[];
}

/** Nothing counted yet. */
export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, red: [] };

const jestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
});

/** Reads Jest's JSON report, whose failures `red` names; a file that could not run at all counts as one failure. */
export function countsOfJest(report: unknown, red: readonly string[]): Counts {
  const read = jestReportSchema.parse(report);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + read.numRuntimeErrorTestSuites,
    skipped: read.numPendingTests + read.numTodoTests,
    red,
  };
}

/** The sum of two counts. */
export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    red: [...one.red, ...other.red],
  };
}

/** The closing line that CI reads. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
