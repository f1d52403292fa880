import type { Identified } from '../reading/list-page.ts';
import type { ReadRecord } from '../reading/pass-notes.ts';
import { readList, type ListReading, type ReadListOptions } from '../reading/read-list.ts';
import type { ReadingCursor } from '../reading/reading-cursor.ts';
import { highestJobIndex, jobsPageSize, type Days, type JobAssignment } from '../records/jobs-query.ts';
import { dayAfter, everyDay, isWithin } from './days.ts';
import { JobLists, type FetchJobs } from './job-lists.ts';
import type { JobsCursor, ReadSlice } from './jobs-cursor.ts';
import { JobsProgress, type JobsSummary } from './jobs-progress.ts';

export interface ReadJobsOptions extends ReadListOptions<JobsCursor> {
  /** Dead leads are read only on request; they are among the unassigned jobs. */
  readonly includeDead?: boolean;
  /** Smaller pages and a lower highest start index than AccuLynx', for tests. */
  readonly paging?: { readonly pageSize: number; readonly highestIndex: number };
}

/** The fields of a job that its reading needs. */
export interface DatedJob extends Identified {
  /** In ISO form and UTC; missing from a record that could not be read. */
  readonly createdDate?: string | null;
}

export type JobsReading<R> = ListReading<R, JobsCursor, JobsSummary>;

/** In this order, a job that becomes assigned while the lists are read is seen twice rather than missed. */
const assignments: readonly JobAssignment[] = ['unassigned', 'assigned'];

/** The last round; lists between which jobs still move after it count as unsettled. */
const longest = 5;

/**
 * Reads all jobs once each, unassigned ones first, and yields new ones page by page. Each list is read by `readList`, in
 * slices of days if its count exceeds the highest start index. Then the lists are checked again: a list whose count has
 * changed, or that may have received what the other one lost, is read again, until none has to be. Where AccuLynx
 * returns the total for every filter, no count is trusted: everything is read again until nothing new is found, and the
 * summary has no count. After a resume, jobs may be yielded again.
 *
 * Two jobs that swap lists without an answer in between go unnoticed; see also docs/adr/0024.
 */
export function readJobs<R extends DatedJob>(fetch: FetchJobs<R>, options: ReadJobsOptions): JobsReading<R> {
  return new Reading(fetch, options);
}

class Reading<R extends DatedJob> implements JobsReading<R> {
  readonly #options: ReadJobsOptions;
  readonly #from: JobsCursor | null;
  readonly #paging: NonNullable<ReadJobsOptions['paging']>;
  readonly #lists: JobLists<R>;
  readonly #progress: JobsProgress;
  readonly #met = new Set<string>();
  /** The last reading of each slice that this process has read. */
  readonly #readings = new Map<ReadSlice, ListReading<R>>();
  #hasSettled = false;
  #told: number | null;

  constructor(fetch: FetchJobs<R>, options: ReadJobsOptions) {
    const { from = null, includeDead = false } = options;
    this.#options = options;
    this.#from = from;
    this.#paging = options.paging ?? { pageSize: jobsPageSize, highestIndex: highestJobIndex };
    const { highestIndex } = this.#paging;
    this.#lists = new JobLists({ fetch, includeDead, highestIndex }, from);
    this.#progress = new JobsProgress(from);
    this.#told = this.#lists.total;
  }

  get summary(): JobsSummary {
    return this.#progress.summary(this.#met.size, this.#lists.total, this.#hasSettled);
  }

  async hasChanged(signal: AbortSignal): Promise<boolean> {
    let changed = false;
    for (const slice of this.#progress.slices) {
      const reading = this.#readings.get(slice);
      // Of a slice that an earlier process read, only the count is known.
      changed ||= reading
        ? await reading.hasChanged(signal)
        : this.#lists.isCounted && (await this.#lists.countNow(slice)) !== slice.count;
    }
    this.#hasSettled &&= !changed;
    return changed;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly ReadRecord<R, JobsCursor>[]> {
    if (this.#from === null) await this.#lists.count();
    this.#tell();
    if (this.#progress.round === 1) yield* this.#readAll();
    yield* this.#readAgain();
  }

  /** Every slice of both lists, or what an earlier process left unread. */
  async *#readAll(): AsyncGenerator<readonly ReadRecord<R, JobsCursor>[]> {
    const begun = this.#progress.slice;
    if (this.#from && begun) yield* this.#read(begun, this.#from.reading);
    for (const assignment of assignments.slice(begun ? assignments.indexOf(begun.assignment) : 0)) {
      const rest = begun?.assignment === assignment ? daysBehind(begun) : null;
      if (rest === 'none') continue;
      for await (const slice of this.#lists.slices(assignment, rest))
        yield* this.#read(this.#progress.add(slice));
    }
    this.#progress.round = 2;
  }

  /** Reads changed slices again, until none has changed. */
  async *#readAgain(): AsyncGenerator<readonly ReadRecord<R, JobsCursor>[]> {
    const { slices } = this.#progress;
    const begun = this.#from && this.#from.round > 1 ? this.#progress.slice : null;
    let next = 0;
    // A cursor implies a job that was yielded, of a slice that had changed.
    let hasChanged = begun !== null;
    if (this.#from && begun) {
      next = slices.indexOf(begun) + 1;
      yield* this.#read(begun, this.#from.reading);
    }
    for (; this.#progress.round <= longest; this.#progress.round += 1) {
      for (const assignment of await this.#lists.countAgain(slices)) this.#progress.doubtOthers(assignment);
      this.#tell();
      for (const slice of slices.slice(next)) {
        if (await this.#isUnchanged(slice)) continue;
        const before = this.#met.size;
        yield* this.#read(slice);
        hasChanged ||= this.#lists.isCounted || this.#met.size > before;
      }
      this.#hasSettled = !hasChanged;
      if (this.#hasSettled) return;
      next = 0;
      hasChanged = false;
    }
  }

  /** Whether there is no sign that a slice has changed since it was read. */
  async #isUnchanged(slice: ReadSlice): Promise<boolean> {
    if (!this.#lists.isCounted || slice.isDoubted) return false;
    if (slice === this.#progress.slice) return true;
    const count = await this.#lists.countNow(slice);
    this.#tell();
    return count === slice.count;
  }

  async *#read(
    slice: ReadSlice,
    from: ReadingCursor | null = null,
  ): AsyncGenerator<readonly ReadRecord<R, JobsCursor>[]> {
    const { days } = slice;
    const reading = readList(
      this.#lists.pages(slice),
      {
        pageSize: this.#paging.pageSize,
        startIndex: 'record',
        // A job of a day that was requested in addition counts with the slice of its own day.
        isCounted: ({ createdDate }) => !days || !createdDate || isWithin(days, createdDate),
      },
      { from, ahead: this.#options.ahead, onCount: (count) => this.#hearCount(slice, count) },
    );
    this.#progress.begin(slice, reading);
    this.#readings.set(slice, reading);
    for await (const records of reading) {
      const fresh = records.flatMap(({ record, cursor }) => this.#take(record, cursor));
      if (fresh.length > 0) yield fresh;
    }
    this.#progress.end();
  }

  /** A job that has not been yielded before, with the cursor after it. */
  #take(record: R, cursor: ReadingCursor): ReadRecord<R, JobsCursor>[] {
    if (this.#met.has(record.id)) return [];
    this.#met.add(record.id);
    return [{ record, cursor: this.#progress.cursorAt(cursor, this.#lists) }];
  }

  #hearCount(slice: ReadSlice, count: number): void {
    if (slice.days !== null) return;
    const known = this.#lists.counts[slice.assignment];
    if (known !== count && this.#progress.round === 1) this.#progress.doubtOthers(slice.assignment);
    this.#lists.counts[slice.assignment] = count;
    this.#tell();
  }

  #tell(): void {
    const { total } = this.#lists;
    if (total === null || total === this.#told) return;
    this.#told = total;
    this.#options.onCount?.(total);
  }
}

/** The days of its list after a slice, which still need slicing. */
function daysBehind({ days }: ReadSlice): Days | 'none' {
  const last = everyDay(Date.now()).to;
  return days && days.to < last ? { from: dayAfter(days.to), to: last } : 'none';
}
