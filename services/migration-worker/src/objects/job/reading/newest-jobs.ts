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

/** How densely changes are expected in a list that was not read yet. */
export interface ExpectedDensity {
  /** Now, in ms since 1970. */
  readonly now: number;
  /** The time that a page covers, in ms. */
  readonly pageMs: number;
}

const natural = z.int().nonnegative();

/** Where a reading of a list is: its next page, and what the list counted last. */
export const listPlaceSchema = z.object({ page: natural, count: natural.nullable() });
type ListPlace = z.output<typeof listPlaceSchema>;

/** A page that comes so many times again: AccuLynx ignores the start index. */
const maxRepeats = 2;

interface NewestJobsOptions {
  readonly signal: AbortSignal;
  readonly expected: ExpectedDensity | null;
  /** Where an earlier reading was; without: at the top. */
  readonly from?: ListPlace | undefined;
}

/** One of AccuLynx's two lists of jobs, read from the one that changed last downward, page by page. */
export class NewestJobs {
  readonly assignment: JobAssignment;
  readonly #acculynx: AcculynxAccess<'jobsPage'>;
  readonly #signal: AbortSignal;
  readonly #expected: ExpectedDensity | null;
  #pages = 0;
  #count = Infinity;
  /** When the first job that was read was changed, and the last one; in ms since 1970. */
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
    this.#pages = from?.page ?? 0;
    this.#count = from?.count ?? Infinity;
  }

  /** Where it continues. */
  get place(): ListPlace {
    return { page: this.#pages, count: Number.isFinite(this.#count) ? this.#count : null };
  }

  /** Goes back by so many pages, which are read again. */
  goBack(pages: number): void {
    this.#pages = Math.max(0, this.#pages - pages);
    this.#isAtEnd = false;
  }

  get isBegun(): boolean {
    return this.#pages > 0;
  }

  /** The time that a page covered on average, in ms; NaN or 0 where the pages do not say. */
  get pageMs(): number {
    return (this.#newest - this.#reach) / this.#pages;
  }

  /** Whether all that was changed at this moment or later was read. */
  reaches(moment: number): boolean {
    return this.#isAtEnd || this.#reach < moment;
  }

  /** About how many more pages it takes to read what was changed at this moment. */
  pagesTo(moment: number): number {
    if (this.reaches(moment)) return 0;
    if (!this.isBegun) {
      if (this.#expected === null) return 1;
      const { now, pageMs } = this.#expected;
      return Math.max(1, Math.ceil((now - moment) / pageMs));
    }
    const left = Math.ceil(this.#count / jobsPageSize) - this.#pages;
    // Jobs of one moment give no distance; those without any are not in order.
    const span = this.pageMs;
    const distance = span > 0 ? Math.ceil((this.#reach - moment) / span) : span === 0 ? 1 : Infinity;
    return Math.max(1, Math.min(left, distance));
  }

  /**
   * The jobs of the next page, without those that are unreadable. Never two pages at a time: a job that changes goes to the
   * top, and if the second page were answered first, one in between would be on neither. `onAttempt` is called before each
   * attempt to get the page.
   */
  async next(onAttempt?: () => void): Promise<readonly AcculynxJob[]> {
    const startIndex = this.#pages * jobsPageSize;
    const answer = await this.#ask(startIndex, onAttempt);
    this.#pages += 1;
    return this.#note(answer, startIndex);
  }

  #ask(startIndex: number, onAttempt?: () => void): Promise<JobsPage> {
    const query = {
      startIndex,
      assignment: this.assignment,
      milestones: jobMilestones,
      latestFirst: true,
    };
    return askAcculynx(
      this.#acculynx,
      jobType.noun.many,
      (client, until) => {
        onAttempt?.();
        return client.jobsPage(query, until);
      },
      this.#signal,
    );
  }

  #note({ count, items }: JobsPage, startIndex: number): readonly AcculynxJob[] {
    const jobs = items.flatMap((job) => (job instanceof UnreadableRecord ? [] : [job]));
    const moments = jobs.map(({ modifiedDate }) => Date.parse(modifiedDate ?? '')).filter(Number.isFinite);
    this.#newest = Math.max(this.#newest, ...moments);
    this.#reach = Math.min(this.#reach, ...moments);
    // A page without anything new is not the last one: as many jobs may have changed since the page before.
    const ids = items.map(({ id }) => id).join(' ');
    this.#repeats = ids === this.#lastIds ? this.#repeats + 1 : 0;
    this.#lastIds = ids;
    if (count !== null) this.#count = count;
    const isPastEnd = items.length === 0 || (count !== null && startIndex + items.length >= count);
    this.#isAtEnd = isPastEnd || this.#repeats >= maxRepeats;
    return jobs;
  }
}
