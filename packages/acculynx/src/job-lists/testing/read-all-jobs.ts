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
  // A snapshot taken when a job is done; later changes must not affect it.
  let stored = JSON.stringify(options.from ?? null);
  reading: for await (const records of reading)
    for (const { record, cursor: after } of records) {
      ids.push(record.id);
      stored = JSON.stringify(after);
      if (ids.length >= stopAfter) break reading;
    }
  const cursor: JobsCursor | null = jobsCursorSchema.nullable().parse(JSON.parse(stored));
  return { ids, cursor, ended: ids.length < stopAfter, summary: reading.summary, reading };
}
