import type { UnreadableRecord } from '@ridgeline/acculynx';
import { jobMilestones, jobsPageSize, type AcculynxJob, type JobAssignment } from '@ridgeline/acculynx';
import { jobType } from '@ridgeline/contracts';
import pMap from 'p-map';
import type { ReadByIds } from '../../object-migration/object-migration.ts';
import { askAcculynx, askForRecord } from '../../vendors/ask.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { detailedJob } from './detailed-job.ts';
import type { JobOptions } from './prepare/job-options.ts';
import { NewestJobs } from './reading/newest-jobs.ts';
import { detailReader, type DetailCalls, type SourceJob } from './reading/source-job.ts';

/** The number of concurrent calls: as many as AccuLynx admits in the time of one answer. */
const sideBySide = 6;
/** The maximum number of jobs in memory. */
const maxInMemory = 50_000;

type ReadJob = AcculynxJob | UnreadableRecord;
type JobAccess = AcculynxAccess<'job' | 'jobsPage'>;

/** How many calls it takes to read all jobs; Infinity if AccuLynx does not report their number. */
export async function jobListCalls(
  acculynx: AcculynxAccess<'jobsPage'>,
  signal: AbortSignal,
): Promise<number> {
  const pagesOf = async (assignment: JobAssignment): Promise<number> => {
    const query = { startIndex: 0, assignment, milestones: jobMilestones, latestFirst: true };
    const { count } = await askAcculynx(
      acculynx,
      jobType.noun.many,
      (client, until) => client.jobsPage(query, until),
      signal,
    );
    return count === null ? Infinity : Math.ceil(count / jobsPageSize);
  };
  const [assigned, unassigned] = await Promise.all([pagesOf('assigned'), pagesOf('unassigned')]);
  return assigned + unassigned;
}

/**
 * Reads single jobs, with one call each, plus those for their details. A single call does not find an unassigned job
 * (docs/vendors/acculynx.md, 8): when one is missing, the list of unassigned jobs is read once. An error concerns only its
 * own job.
 */
export function jobsByIds(
  acculynx: JobAccess & AcculynxAccess<DetailCalls>,
  { details }: Pick<JobOptions, 'details'>,
): ReadByIds<SourceJob> {
  const reader = new JobReader(acculynx);
  const detailsOf = detailReader(acculynx, details);
  return async (ids, signal) => {
    const found = await reader.read(ids, signal);
    const detailed = await pMap(found, (job) => detailedJob(job, detailsOf), {
      concurrency: sideBySide,
      signal,
    });
    return new Map(detailed.map((job) => [job.id, job]));
  };
}

class JobReader {
  readonly #acculynx: JobAccess;
  readonly #unassigned = new Map<string, AcculynxJob>();
  #list: Promise<void> | null = null;

  constructor(acculynx: JobAccess) {
    this.#acculynx = acculynx;
  }

  async read(ids: readonly string[], signal: AbortSignal): Promise<ReadJob[]> {
    const single = async (id: string): Promise<ReadJob | null> =>
      this.#unassigned.get(id) ??
      askForRecord(this.#acculynx, id, (client, until) => client.job(id, until), signal);
    const jobs = await pMap(ids, single, { concurrency: sideBySide, signal });
    const missing = ids.filter((_, index) => jobs[index] === null);
    if (missing.length > 0) await (this.#list ??= this.#readUnassigned(signal));
    return [...jobs, ...missing.map((id) => this.#unassigned.get(id) ?? null)].filter((job) => job !== null);
  }

  async #readUnassigned(signal: AbortSignal): Promise<void> {
    const list = new NewestJobs(this.#acculynx, 'unassigned', { signal, expected: null });
    while (!list.reaches(-Infinity) && this.#unassigned.size < maxInMemory)
      for (const job of await list.next()) this.#unassigned.set(job.id, job);
  }
}
