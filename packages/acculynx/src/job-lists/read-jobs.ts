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
  /** Dead leads come only by choice; they stand among the unassigned jobs. */
  readonly includeDead?: boolean;
  /** Smaller pages and a lower highest start index than AccuLynx', for tests. */
  readonly paging?: { readonly pageSize: number; readonly highestIndex: number };
}

/** A job as far as its reading looks at it. */
export interface DatedJob extends Identified {
  /** In ISO form and UTC; missing of one that could not be read. */
  readonly createdDate?: string | null;
}

export type JobsReading<R> = ListReading<R, JobsCursor, JobsSummary>;

/** In this order a job that becomes assigned while the lists are read is met twice, and never lost. */
const assignments: readonly JobAssignment[] = ['unassigned', 'assigned'];

/** Lists between which jobs move in so many rounds do not hold still. */
const longest = 5;

/**
 * Reads all jobs, unassigned ones first, each once, and hands on page by page what is new. Each list is read by `readList`;
 * one that counts more than its start index can reach is read in slices of days. Then the lists are looked at again: one
 * that counts otherwise than when it was read, or that may have got what the other lost, is read again, until none is.
 * Where AccuLynx returns the total for every filter, no count is trusted: all is read again until nothing new is
 * found, and the summary names no count. After a resume jobs may be handed on again.
 *
 * Two jobs that change places between the lists when no answer is between are not noticed; see also docs/adr/0024.
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
  /** The last reading of each slice that was read here. */
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
      // What an earlier process read is known by its count alone.
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

  /** Every slice of both lists, or what an earlier process has not read of them. */
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

  /** Slices that have changed since they were read, until none has. */
  async *#readAgain(): AsyncGenerator<readonly ReadRecord<R, JobsCursor>[]> {
    const { slices } = this.#progress;
    const begun = this.#from && this.#from.round > 1 ? this.#progress.slice : null;
    let next = 0;
    // A cursor is that of a job that was handed on, and of a slice that had changed.
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

  /** Whether nothing says that a slice is not what it was when it was read. */
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
        // A job of a day that was requested in addition counts with the slice of its day.
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

  /** A job that was not handed on before, with the place behind it. */
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

/** The days of its list behind a slice that still need slicing. */
function daysBehind({ days }: ReadSlice): Days | 'none' {
  const last = everyDay(Date.now()).to;
  return days && days.to < last ? { from: dayAfter(days.to), to: last } : 'none';
}
