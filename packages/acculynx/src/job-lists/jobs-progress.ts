import type { ReadingSummary } from '../reading/read-list.ts';
import type { ReadingCursor } from '../reading/reading-cursor.ts';
import type { Days, JobAssignment } from '../records/jobs-query.ts';
import type { JobSlice, KnownCounts } from './job-lists.ts';
import type { JobsCursor, ReadSlice } from './jobs-cursor.ts';

/** The result of reading both lists, in sums; `passes` counts those over all slices. */
export interface JobsSummary extends ReadingSummary {
  /** Where AccuLynx holds more jobs than it returns: only the earliest of these days (null: of the whole list) were read. */
  readonly cutOff: readonly { readonly assignment: JobAssignment; readonly days: Days | null }[];
}

interface Summarized {
  readonly summary: ReadingSummary;
}

/** Which slices of the lists are known, what was found in them, and which one is being read. */
export class JobsProgress {
  readonly slices: ReadSlice[];
  round: number;
  /** The slice that is being read, or was read last. */
  #slice: ReadSlice | null;
  #reading: Summarized | null = null;
  #passes: number;
  #shifted: boolean;

  constructor(from: JobsCursor | null) {
    this.slices = from?.slices.map((slice) => ({ ...slice })) ?? [];
    this.round = from?.round ?? 1;
    this.#slice = this.slices[from?.at ?? -1] ?? null;
    this.#passes = from?.passes ?? 0;
    this.#shifted = from?.shifted ?? false;
  }

  get slice(): ReadSlice | null {
    return this.#slice;
  }

  add(slice: JobSlice): ReadSlice {
    const added = { ...slice, count: null, found: 0, heldStill: false, isDoubted: false };
    this.slices.push(added);
    return added;
  }

  begin(slice: ReadSlice, reading: Summarized): void {
    this.#slice = slice;
    this.#reading = reading;
    slice.isDoubted = false;
  }

  end(): void {
    const summary = this.#reading?.summary;
    if (!summary || !this.#slice) return;
    const { shifted, heldStill, passes, countedBySource: count } = summary;
    Object.assign(this.#slice, { count, heldStill, found: this.#foundIn(this.#slice) });
    if (shifted) this.doubtOthers(this.#slice.assignment);
    this.#shifted ||= shifted;
    this.#passes += passes;
    this.#reading = null;
  }

  /** A list has changed: jobs that it lost may be in the other list, which has been read already. */
  doubtOthers(assignment: JobAssignment): void {
    for (const slice of this.slices) slice.isDoubted ||= slice.assignment !== assignment;
  }

  /** Where to resume after a job of the slice that is being read. */
  cursorAt(reading: ReadingCursor, { counts, isCounted }: KnownCounts): JobsCursor {
    return {
      round: this.round,
      slices: this.slices.map((slice) => ({ ...slice })),
      at: this.slices.findIndex((slice) => slice === this.#slice),
      reading,
      counts: { ...counts },
      isCounted,
      passes: this.#passes,
      shifted: this.#shifted,
    };
  }

  /** What was found; `total` is what AccuLynx counts. */
  summary(distinctRead: number, total: number | null, hasSettled: boolean): JobsSummary {
    const now = this.#reading?.summary;
    const foundAtEnd = this.slices.reduce((sum, slice) => sum + this.#foundIn(slice), 0);
    return {
      distinctRead,
      foundAtEnd,
      countedBySource: total,
      gap: total === null ? null : total - foundAtEnd,
      passes: this.#passes + (now?.passes ?? 0),
      shifted: this.#shifted || (now?.shifted ?? false),
      heldStill: hasSettled && this.slices.every(({ heldStill }) => heldStill),
      cutOff: this.slices.filter(({ isCut }) => isCut).map(({ assignment, days }) => ({ assignment, days })),
    };
  }

  #foundIn(slice: ReadSlice): number {
    return (slice === this.#slice ? this.#reading?.summary.foundAtEnd : undefined) ?? slice.found;
  }
}
