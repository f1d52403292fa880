import {
  jobMilestones,
  jobsPageSize,
  readJobs,
  UnreadableRecord,
  type AcculynxJob,
  type FetchJobs,
  type JobAssignment,
} from '@ridgeline/acculynx';
import { jobType } from '@ridgeline/contracts';
import pMap from 'p-map';
import type { ReadByIds } from '../../object-migration/object-migration.ts';
import { askAcculynx, askForRecord } from '../../vendors/ask.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { detailedJob } from './detailed-job.ts';
import type { JobOptions } from './prepare/job-options.ts';
import { NewestJobs } from './reading/newest-jobs.ts';
import { detailReader, type DetailCalls, type SourceJob } from './reading/source-job.ts';

/** So many calls are on their way side by side: as many as AccuLynx admits while one is answered. */
const sideBySide = 6;
/** For fewer jobs it does not pay to ask how long the lists are. */
const minForList = 20;
/** So many jobs are held in memory at the most. */
const maxInMemory = 50_000;

type ReadJob = AcculynxJob | UnreadableRecord;
type JobAccess = AcculynxAccess<'job' | 'jobsPage' | DetailCalls>;

/**
 * Reads jobs by their ids for a run that reads so many: singly, or as lists where these take fewer calls. A single call does not
 * find a job that is not assigned (vendors/acculynx.md, 8.5): the list of these is read once, when one is missing. One's fault stays
 * with it.
 */
export function jobsOfRun(
  acculynx: JobAccess,
  { details }: Pick<JobOptions, 'details'>,
  expected: number,
): ReadByIds<SourceJob> {
  const reader = new JobReader(acculynx, expected);
  const detailsOf = detailReader(acculynx, details);
  return async (ids, signal) => {
    const found = await reader.read(new Set(ids), signal);
    const detailed = await pMap(found, (job) => detailedJob(job, detailsOf), {
      concurrency: sideBySide,
      signal,
    });
    return new Map(detailed.map((job) => [job.id, job]));
  };
}

class JobReader {
  readonly #acculynx: JobAccess;
  readonly #expected: number;
  /** What lists held and was not asked for yet. */
  readonly #held = new Map<string, AcculynxJob>();
  #lists: Promise<void> | null = null;
  #unassigned: Promise<void> | null = null;

  constructor(acculynx: JobAccess, expected: number) {
    this.#acculynx = acculynx;
    this.#expected = expected;
  }

  async read(ids: ReadonlySet<string>, signal: AbortSignal): Promise<ReadJob[]> {
    await (this.#lists ??= this.#readWhenCheaper(signal));
    const { found, missing } = await this.#singly(ids, signal);
    if (missing.length === 0) return found;
    await (this.#unassigned ??= this.#readUnassigned(signal));
    return [...found, ...missing.flatMap((id) => this.#take(id) ?? [])];
  }

  async #singly(
    ids: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<{ readonly found: ReadJob[]; readonly missing: string[] }> {
    const missing: string[] = [];
    const jobs = await pMap(
      ids,
      async (id) => {
        const job = this.#take(id) ?? (await this.#ask(id, signal));
        if (job === null) missing.push(id);
        return job;
      },
      { concurrency: sideBySide, signal },
    );
    return { found: jobs.filter((job) => job !== null), missing };
  }

  #ask(id: string, signal: AbortSignal): Promise<ReadJob | null> {
    return askForRecord(this.#acculynx, id, (client, until) => client.job(id, until), signal);
  }

  /** Both lists, where they take fewer calls than single jobs; what they miss while they shift is asked for singly. */
  async #readWhenCheaper(signal: AbortSignal): Promise<void> {
    if (this.#expected < minForList) return;
    const counts = await Promise.all(
      (['assigned', 'unassigned'] as const).map((of) => this.#count(of, signal)),
    );
    const jobs = sumOf(counts);
    const calls = sumOf(counts.map((count) => Math.ceil(count / jobsPageSize)));
    if (calls >= this.#expected || jobs > maxInMemory) return;
    const fetch: FetchJobs<ReadJob> = (query, unwanted) =>
      askAcculynx(
        this.#acculynx,
        jobType.noun.many,
        (client, until) => client.jobsPage(query, until),
        AbortSignal.any([signal, unwanted]),
      );
    const lists = { from: null, includeDead: true, ahead: sideBySide, onCount: () => undefined };
    for await (const page of readJobs(fetch, lists)) this.#hold(page.map(({ record }) => record));
  }

  /** How many jobs a list has; without an end where AccuLynx does not say. */
  async #count(assignment: JobAssignment, signal: AbortSignal): Promise<number> {
    const query = { startIndex: 0, assignment, milestones: jobMilestones, latestFirst: true };
    const { count } = await askAcculynx(
      this.#acculynx,
      jobType.noun.many,
      (client, until) => client.jobsPage(query, until),
      signal,
    );
    return count ?? Infinity;
  }

  async #readUnassigned(signal: AbortSignal): Promise<void> {
    const list = new NewestJobs(this.#acculynx, 'unassigned', { signal, expected: null });
    while (!list.reaches(-Infinity) && this.#held.size < maxInMemory) this.#hold(await list.next());
  }

  #hold(jobs: readonly ReadJob[]): void {
    for (const job of jobs) if (!(job instanceof UnreadableRecord)) this.#held.set(job.id, job);
  }

  #take(id: string): AcculynxJob | null {
    const job = this.#held.get(id) ?? null;
    this.#held.delete(id);
    return job;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
