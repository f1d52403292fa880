import { jobsCursorSchema, type JobsCursor } from '../jobs-cursor.ts';
import { readJobs, type DatedJob, type ReadJobsOptions } from '../read-jobs.ts';
import type { ShiftingJobs, ShiftingJobsOptions } from './shifting-jobs.ts';

/** Reads on until the end, or until `stopAfter` jobs are done; then a crash forgets everything but the cursor. */
export async function readAllJobs(
  jobs: ShiftingJobs,
  { pageSize, highestIndex }: Pick<ShiftingJobsOptions, 'pageSize' | 'highestIndex'>,
  { stopAfter = Infinity, ...options }: Partial<ReadJobsOptions> & { stopAfter?: number } = {},
) {
  const reading = readJobs<DatedJob>(jobs.fetch, {
    ahead: 1,
    paging: { pageSize, highestIndex },
    ...options,
  });
  const ids: string[] = [];
  let cursor: JobsCursor | null = options.from ?? null;
  reading: for await (const records of reading)
    for (const { record, cursor: after } of records) {
      ids.push(record.id);
      cursor = jobsCursorSchema.parse(JSON.parse(JSON.stringify(after)));
      if (ids.length >= stopAfter) break reading;
    }
  return { ids, cursor, ended: ids.length < stopAfter, summary: reading.summary, reading };
}
