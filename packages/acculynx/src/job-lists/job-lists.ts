import type { FetchPage, Identified, ListPage } from '../reading/list-page.ts';
import { jobMilestones, type Days, type JobAssignment, type JobsQuery } from '../records/jobs-query.ts';
import { pagePastEnd } from '../records/list-answer.ts';
import { everyDay, halves, widened } from './days.ts';

/** Fetches one page of jobs. The signal is aborted when the answer is no longer needed. */
export type FetchJobs<R> = (query: JobsQuery, signal: AbortSignal) => Promise<ListPage<R>>;

/** The jobs of one list, or of some of its days: as much as a single reading can cover. */
export interface JobSlice {
  readonly assignment: JobAssignment;
  /** The days of creation that belong to it; null for the whole list. The slices of a list share no day. */
  readonly days: Days | null;
  /** The days in its queries: its own, usually with one more at each end; null for the whole list. */
  readonly asked: Days | null;
  /** Whether it extends past the highest start index, so that only its beginning can be read. */
  readonly isCut: boolean;
}

export interface JobListsOptions<R> {
  readonly fetch: FetchJobs<R>;
  readonly includeDead: boolean;
  /** The highest start index that AccuLynx accepts. */
  readonly highestIndex: number;
}

/** The counts that an earlier process knew. */
export interface KnownCounts {
  readonly counts: Readonly<Record<JobAssignment, number | null>>;
  readonly isCounted: boolean;
}

/** The count on the first page. An empty list may be answered with a 416, which has no count. */
const countOf = ({ count, items }: ListPage<unknown>): number | null =>
  count ?? (items.length === 0 ? 0 : null);

/** Long before AccuLynx existed: no job was created on this day. */
const emptyDay: Days = { from: '1970-01-01', to: '1970-01-01' };
/** The share of the readable range that is kept free for jobs created during a reading. */
const growth = 0.05;
const wholeList = { days: null, asked: null, isCut: false } as const;

/** AccuLynx' two lists of jobs: their sizes, and the slices in which they can be read below the highest start index. */
export class JobLists<R extends Identified> {
  readonly #options: JobListsOptions<R>;
  readonly #unaborted = new AbortController().signal;
  /** The latest request, if it was for a first page: a reading that follows directly reuses the page. */
  #lastLook: { readonly slice: JobSlice; readonly page: ListPage<R> } | null = null;
  counts: Record<JobAssignment, number | null>;
  /** Whether `count` counts what the query asks for (observed), or all jobs whatever the query (documented, 3.1). */
  isCounted: boolean;

  constructor(options: JobListsOptions<R>, known: KnownCounts | null) {
    this.#options = options;
    this.counts = { ...(known?.counts ?? { unassigned: null, assigned: null }) };
    this.isCounted = known?.isCounted ?? false;
  }

  /** The total of both lists; null while AccuLynx does not report it. */
  get total(): number | null {
    const { unassigned, assigned } = this.counts;
    return this.isCounted && unassigned !== null && assigned !== null ? unassigned + assigned : null;
  }

  /**
   * Counts both lists. If one answer has no count, it is unknown what the other one counts, and neither is trusted. If both
   * counts are equal, the query of an empty day shows whether AccuLynx counts all jobs whatever the query.
   */
  async count(): Promise<void> {
    const assigned = await this.#lookAtList('assigned');
    const unassigned = await this.#lookAtList('unassigned');
    this.isCounted = unassigned.count !== null && assigned.count !== null;
    if (!this.isCounted || unassigned.count !== assigned.count || assigned.count === 0) return;
    this.isCounted = (await this.#lookAtEmptyDay('assigned')).count === 0;
  }

  /** Counts the lists that are read in slices again, because slices overlap; returns those whose count has changed. */
  async countAgain(slices: readonly JobSlice[]): Promise<readonly JobAssignment[]> {
    if (!this.isCounted) return [];
    const changed: JobAssignment[] = [];
    for (const assignment of new Set(slices.flatMap(({ assignment, days }) => (days ? [assignment] : [])))) {
      const known = this.counts[assignment];
      await this.#lookAtList(assignment);
      if (this.counts[assignment] !== known) changed.push(assignment);
    }
    return changed;
  }

  /** AccuLynx' current count of a slice. */
  async countNow(slice: JobSlice): Promise<number | null> {
    const { assignment, days } = slice;
    return countOf(await (days === null ? this.#lookAtList(assignment) : this.#look(slice, 0)));
  }

  /** The pages of a slice, without a count where AccuLynx counts all jobs. Past the highest start index, pages are empty. */
  pages(slice: JobSlice): FetchPage<R> {
    const { assignment, asked } = this.#lastLook?.slice ?? {};
    let first = assignment === slice.assignment && asked === slice.asked ? this.#lastLook?.page : undefined;
    this.#lastLook = null;
    return async (startIndex, signal) => {
      if (startIndex > this.#options.highestIndex) return pagePastEnd;
      const known = startIndex === 0 ? first : undefined;
      first = undefined;
      const page = known ?? (await this.#options.fetch(this.#query(slice, startIndex), signal));
      const count = startIndex === 0 ? countOf(page) : page.count;
      return { ...page, count: this.isCounted ? count : null };
    };
  }

  /**
   * The slices of a list, or of some of its days, in order of day: the whole list if it is readable as a whole, else its
   * days, halved until each slice is readable. Queries include one more day at each end, as long as the slice stays
   * readable.
   */
  async *slices(assignment: JobAssignment, days: Days | null): AsyncGenerator<JobSlice> {
    if (days === null) {
      const whole = { ...wholeList, assignment };
      if ((await this.#fits(whole)) || !(await this.#canSlice(assignment))) {
        yield { ...whole, isCut: await this.#isCut(whole) };
        return;
      }
    }
    const open = [days ?? everyDay(Date.now())];
    for (let part = open.pop(); part; part = open.pop()) {
      const slice = { assignment, days: part, asked: widened(part), isCut: false };
      if (await this.#fits(slice)) yield slice;
      else if (part.from < part.to) open.push(...halves(part).toReversed());
      else yield { ...slice, asked: part, isCut: await this.#isCut({ ...slice, asked: part }) };
    }
  }

  async #isCut(slice: JobSlice): Promise<boolean> {
    return !(await this.#endsBy(slice, this.#options.highestIndex));
  }

  /** Whether a slice can be read to its end, even if it grows during the reading. */
  #fits(slice: JobSlice): Promise<boolean> {
    const { highestIndex } = this.#options;
    return this.#endsBy(slice, highestIndex - Math.ceil(highestIndex * growth));
  }

  /** Whether a slice has no job at or after a start index. */
  async #endsBy(slice: JobSlice, index: number): Promise<boolean> {
    // The count of all jobs is at least that of a list.
    const known = slice.days === null ? this.counts[slice.assignment] : null;
    if (known !== null && known <= index) return true;
    const { startIndex, items } = await this.#look(slice, index);
    return items.length === 0 || (startIndex ?? index) !== index;
  }

  /** Whether queries by day work; also detects counts that ignore the query. */
  async #canSlice(assignment: JobAssignment): Promise<boolean> {
    const { count, items } = await this.#lookAtEmptyDay(assignment);
    if ((count ?? 0) > 0) this.isCounted = false;
    return items.length === 0;
  }

  async #lookAtList(assignment: JobAssignment): Promise<ListPage<R>> {
    const page = await this.#look({ ...wholeList, assignment }, 0);
    this.counts[assignment] = countOf(page);
    return page;
  }

  #lookAtEmptyDay(assignment: JobAssignment): Promise<ListPage<R>> {
    return this.#look({ ...wholeList, assignment, asked: emptyDay }, 0);
  }

  async #look(slice: JobSlice, startIndex: number): Promise<ListPage<R>> {
    const page = await this.#options.fetch(this.#query(slice, startIndex), this.#unaborted);
    this.#lastLook = startIndex === 0 ? { slice, page } : null;
    return page;
  }

  #query({ assignment, asked }: JobSlice, startIndex: number): JobsQuery {
    const includeDead = this.#options.includeDead && assignment === 'unassigned';
    return { startIndex, assignment, created: asked, ...(includeDead ? { milestones: jobMilestones } : {}) };
  }
}
