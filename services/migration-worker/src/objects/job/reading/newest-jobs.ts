import {
  jobMilestones,
  jobsPageSize,
  UnreadableRecord,
  type AcculynxJob,
  type JobAssignment,
  type JobsPage,
} from '@ridgeline/acculynx';
import { jobType } from '@ridgeline/contracts';
import { z } from 'zod';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';

/** The expected density of changes in a list that was not read yet. */
export interface ExpectedDensity {
  /** Now, in ms since 1970. */
  readonly now: number;
  /** The time span that a page covers, in ms. */
  readonly pageMs: number;
}

const natural = z.int().nonnegative();

/** The position in a list: the next page, and the list's last count. */
export const listPlaceSchema = z.object({ page: natural, count: natural.nullable() });
type ListPlace = z.output<typeof listPlaceSchema>;

/** If a page repeats this many times, AccuLynx ignores the start index. */
const maxRepeats = 2;
/** How many jobs concurrently requested pages have in common, which proves that nothing is missing between them. */
const sharedJobs = 1;

/** The jobs of a page, and a time before the attempt that read it. */
export interface PageOfJobs {
  readonly jobs: readonly AcculynxJob[];
  readonly readAt: string;
}

interface AnsweredPage extends Pick<JobsPage, 'count' | 'items'> {
  readonly startIndex: number;
  readonly readAt: string;
}

interface NewestJobsOptions {
  readonly signal: AbortSignal;
  readonly expected: ExpectedDensity | null;
  /** The position of an earlier reading; by default the top. */
  readonly from?: ListPlace | undefined;
}

/** One of AccuLynx's two lists of jobs, read page by page from the most recently changed job downward. */
export class NewestJobs {
  readonly assignment: JobAssignment;
  readonly #acculynx: AcculynxAccess<'jobsPage'>;
  readonly #signal: AbortSignal;
  readonly #expected: ExpectedDensity | null;
  /** Where the next page begins. */
  #start = 0;
  #pagesRead = 0;
  #count = Infinity;
  /** The times of change of the first and the last job read; in ms since 1970. */
  #newest = -Infinity;
  #reach = Infinity;
  #isAtEnd = false;
  #lastIds = '';
  #repeats = 0;

  constructor(
    acculynx: AcculynxAccess<'jobsPage'>,
    assignment: JobAssignment,
    { signal, expected, from }: NewestJobsOptions,
  ) {
    this.assignment = assignment;
    this.#acculynx = acculynx;
    this.#signal = signal;
    this.#expected = expected;
    this.#start = (from?.page ?? 0) * jobsPageSize;
    this.#count = from?.count ?? Infinity;
  }

  /** The position at which it continues. */
  get place(): ListPlace {
    return {
      page: Math.floor(this.#start / jobsPageSize),
      count: Number.isFinite(this.#count) ? this.#count : null,
    };
  }

  /** Goes back by this many pages, which are read again. */
  goBack(pages: number): void {
    this.#start = Math.max(0, this.#start - pages * jobsPageSize);
    this.#isAtEnd = false;
  }

  get isBegun(): boolean {
    return this.#start > 0;
  }

  /** Whether more of the list was read than is left. */
  get isMostlyRead(): boolean {
    return this.#start * 2 > this.#count;
  }

  /** The average time span of a page, in ms; NaN or 0 if the pages do not show it. */
  get pageMs(): number {
    return (this.#newest - this.#reach) / this.#pagesRead;
  }

  /** Whether everything changed at or after this time was read. */
  reaches(moment: number): boolean {
    return this.#isAtEnd || this.#reach < moment;
  }

  /** About how many more pages it takes to reach changes of this time. */
  pagesTo(moment: number): number {
    if (this.reaches(moment)) return 0;
    if (!this.isBegun) {
      if (this.#expected === null) return 1;
      const { now, pageMs } = this.#expected;
      return Math.max(1, Math.ceil((now - moment) / pageMs));
    }
    const left = Math.ceil((this.#count - this.#start) / jobsPageSize);
    // Jobs with equal times show no time span; those without a time are not in order.
    const span = this.pageMs;
    const distance = span > 0 ? Math.ceil((this.#reach - moment) / span) : span === 0 ? 1 : Infinity;
    return Math.max(1, Math.min(left, distance));
  }

  /** The jobs of the next page, without unreadable ones. */
  async next(): Promise<readonly AcculynxJob[]> {
    const [page] = await this.nextPages(1, () => '');
    return page?.jobs ?? [];
  }

  /**
   * The jobs of this many pages, requested concurrently. A changed job moves to the top of the list: if a later page was
   * answered first, a job between two pages may be on neither. The next reading then begins after the page before the gap.
   */
  async nextPages(pages: number, now: () => string): Promise<readonly PageOfJobs[]> {
    const begin = this.#start;
    const answers = await Promise.all(
      Array.from({ length: pages }, (_, index) =>
        this.#ask(begin + index * (jobsPageSize - sharedJobs), now),
      ),
    );
    const gap = answers.findIndex((answer, index) => index > 0 && !adjoins(answers[index - 1], answer));
    for (const answer of gap < 0 ? answers : answers.slice(0, gap)) this.#note(answer);
    return answers.map(({ items, readAt }) => ({ jobs: readable(items), readAt }));
  }

  async #ask(startIndex: number, now: () => string): Promise<AnsweredPage> {
    const query = {
      startIndex,
      assignment: this.assignment,
      milestones: jobMilestones,
      latestFirst: true,
    };
    // Set by each attempt: AccuLynx may be unavailable for long.
    let readAt = '';
    const { count, items } = await askAcculynx(
      this.#acculynx,
      jobType.noun.many,
      (client, until) => {
        readAt = now();
        return client.jobsPage(query, until);
      },
      this.#signal,
    );
    return { count, items, startIndex, readAt };
  }

  #note({ count, items, startIndex }: AnsweredPage): void {
    const moments = readable(items)
      .map(({ modifiedDate }) => Date.parse(modifiedDate ?? ''))
      .filter(Number.isFinite);
    this.#start = startIndex + jobsPageSize;
    this.#pagesRead += 1;
    this.#newest = Math.max(this.#newest, ...moments);
    this.#reach = Math.min(this.#reach, ...moments);
    // A page without anything new is not necessarily the last one: that many jobs may have changed since the previous page.
    const ids = items.map(({ id }) => id).join(' ');
    this.#repeats = ids === this.#lastIds ? this.#repeats + 1 : 0;
    this.#lastIds = ids;
    if (count !== null) this.#count = count;
    const isPastEnd = items.length === 0 || (count !== null && startIndex + items.length >= count);
    this.#isAtEnd = isPastEnd || this.#repeats >= maxRepeats;
  }
}

const readable = (items: JobsPage['items']): AcculynxJob[] =>
  items.flatMap((job) => (job instanceof UnreadableRecord ? [] : [job]));

/** Whether a page contains the last job of the page before it. */
function adjoins(before: AnsweredPage | undefined, { items }: AnsweredPage): boolean {
  const last = before?.items.at(-1);
  return items.some(({ id }) => id === last?.id);
}
