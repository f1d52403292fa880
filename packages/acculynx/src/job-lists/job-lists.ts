import type { FetchPage, Identified, ListPage } from '../reading/list-page.ts';
import { jobMilestones, type Days, type JobAssignment, type JobsQuery } from '../records/jobs-query.ts';
import { pagePastEnd } from '../records/list-answer.ts';
import { everyDay, halves, widened } from './days.ts';

/** Asks for one page of jobs. The signal is aborted when its answer is not wanted any more. */
export type FetchJobs<R> = (query: JobsQuery, signal: AbortSignal) => Promise<ListPage<R>>;

/** The jobs of one list, or those of some days of it: as much as one reading can have. */
export interface JobSlice {
  readonly assignment: JobAssignment;
  /** The days of creation that belong to it; null for the whole list. Those of a list's slices do not overlap. */
  readonly days: Days | null;
  /** The days that are asked for, which hold more than its own. */
  readonly asked: Days | null;
  /** Whether it holds more than can be read: only as far as the highest start index. */
  readonly isCut: boolean;
}

export interface JobListsOptions<R> {
  readonly fetch: FetchJobs<R>;
  readonly includeDead: boolean;
  /** The highest start index that AccuLynx takes. */
  readonly highestIndex: number;
}

/** What an earlier process knew of the lists. */
export interface KnownCounts {
  readonly counts: Readonly<Record<JobAssignment, number | null>>;
  readonly isCounted: boolean;
}

/** What the first page counts. An empty list may be answered with a 416, which tells no count. */
const countOf = ({ count, items }: ListPage<unknown>): number | null =>
  count ?? (items.length === 0 ? 0 : null);

/** Long before AccuLynx: nothing was created on it. */
const emptyDay: Days = { from: '1970-01-01', to: '1970-01-01' };
/** How much of what can be read is left free: so many jobs may come while a list is read. */
const growth = 0.05;
const wholeList = { days: null, asked: null, isCut: false } as const;

/** AccuLynx' two lists of jobs: how much they hold, and in which slices they can be read below the highest start index. */
export class JobLists<R extends Identified> {
  readonly #options: JobListsOptions<R>;
  readonly #unaborted = new AbortController().signal;
  /** The last look, if nothing was asked for since: the reading that follows it begins with its page. */
  #lastLook: { readonly slice: JobSlice; readonly page: ListPage<R> } | null = null;
  counts: Record<JobAssignment, number | null>;
  /** Whether `count` is that of what is asked for (seen), and not of all jobs whatever is asked for (documented, 3.1). */
  isCounted: boolean;

  constructor(options: JobListsOptions<R>, known: KnownCounts | null) {
    this.#options = options;
    this.counts = { ...(known?.counts ?? { unassigned: null, assigned: null }) };
    this.isCounted = known?.isCounted ?? false;
  }

  /** What both lists hold together; null as long as AccuLynx does not tell. */
  get total(): number | null {
    const { unassigned, assigned } = this.counts;
    return this.isCounted && unassigned !== null && assigned !== null ? unassigned + assigned : null;
  }

  /**
   * Looks how much both lists hold. An answer that tells no count leaves open what the other one counts; when both count
   * the same, an empty day shows whether that is the count of everything.
   */
  async count(): Promise<void> {
    const assigned = await this.#lookAtList('assigned');
    const unassigned = await this.#lookAtList('unassigned');
    this.isCounted = unassigned.count !== null && assigned.count !== null;
    if (!this.isCounted || unassigned.count !== assigned.count || assigned.count === 0) return;
    this.isCounted = (await this.#lookAtEmptyDay('assigned')).count === 0;
  }

  /** Counts the lists again that are read in slices, which overlap; which of them count otherwise than before. */
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

  /** What AccuLynx counts in a slice now. */
  async countNow(slice: JobSlice): Promise<number | null> {
    const { assignment, days } = slice;
    return countOf(await (days === null ? this.#lookAtList(assignment) : this.#look(slice, 0)));
  }

  /** The pages of a slice. A count that is not its own is left out; behind the highest start index there is nothing. */
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
   * The slices of a list, or of those days of it, in the order of their days: the whole list where it can be read so, else
   * days in halves until each can be. Every day is asked for with one more at each end, as long as that can be read.
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

  /** Whether no job of a slice lies at a start index or behind it. */
  async #endsBy(slice: JobSlice, index: number): Promise<boolean> {
    // The count of everything is no less than that of a list.
    const known = slice.days === null ? this.counts[slice.assignment] : null;
    if (known !== null && known <= index) return true;
    const { startIndex, items } = await this.#look(slice, index);
    return items.length === 0 || (startIndex ?? index) !== index;
  }

  /** Whether days can be asked for apart; notices as well when the counts are not those of what is asked for. */
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
