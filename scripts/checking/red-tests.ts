import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/**
 * The names of the tests that were red in a run, by Jest's JSON report; a file that could not be run at all counts by its
 * path, and a run that failed (`ok` false) without either, such as one whose set-up failed, as a whole.
 */
export function redTests(report: string, ok: boolean): readonly string[] {
  if (!existsSync(report)) return ['no test ran'];
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  const red = testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults.filter((each) => each.status === 'failed').map((each) => each.fullName);
    return names.length === 0 && status === 'failed' ? [name] : names;
  });
  return red.length === 0 && !ok ? ['the run as a whole'] : red;
}
