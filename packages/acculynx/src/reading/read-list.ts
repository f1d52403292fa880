import type { FetchPage, Identified, ListSpec, StartIndexMeaning } from './list-page.ts';
import { ListPass } from './list-pass.ts';
import { SeenIds } from './page-digests.ts';
import type { ReadRecord } from './pass-notes.ts';
import type { ReadingCursor } from './reading-cursor.ts';

export interface ReadListOptions<C = ReadingCursor> {
  /** Where an earlier reading stopped. */
  readonly from?: C | null;
  /** How many pages may be requested concurrently, at least 1; as many are kept in memory. */
  readonly ahead: number;
  /** Called when the source's total changes. */
  readonly onCount?: (count: number) => void;
}

/** How often a shifting list is read. */
export interface ReadListBounds {
  /** Maximum passes, default 5: a source that shifts in all of them counts as unsettled. */
  readonly passes?: number;
}

/** The result of a reading. */
export interface ReadingSummary {
  /** Distinct records yielded since this reading began, without those before `from`. */
  readonly distinctRead: number;
  /** Distinct records that the last pass found: what the list holds now, as far as it is readable. */
  readonly foundAtEnd: number;
  /** The source's last reported total. */
  readonly countedBySource: number | null;
  /** How many records the source counts but does not return; negative if it returns more than it counts. */
  readonly gap: number | null;
  readonly passes: number;
  /** Whether any pass noticed that the list shifts. */
  readonly shifted: boolean;
  /**
   * Whether no shift was noticed since the last pass began: then every record that was in the list throughout has been
   * yielded.
   */
  readonly heldStill: boolean;
}

/** A reading; it can be iterated once. Leaving it early ends its calls first. */
export interface ListReading<R, C = ReadingCursor, S = ReadingSummary> extends AsyncIterable<
  readonly ReadRecord<R, C>[]
> {
  /** The progress of the reading; final once the iteration has ended, unless `hasChanged` is still to be called. */
  readonly summary: S;
  /**
   * After the iteration: requests the first page, the last one and some in between again, and returns whether the list
   * differs from what the last pass found. The count alone would miss as many insertions as deletions.
   */
  hasChanged(signal: AbortSignal): Promise<boolean>;
}

/**
 * Reads a whole list, each record once, and yields new records page by page. The list may shift while it is read: a
 * deletion before the current position moves later records back across page edges. A pass that notices a shift (another
 * count, an id on two pages, a last record out of place) is followed by another pass over the whole list, until one notices
 * nothing and finds nothing new; see docs/adr/0024 for what cannot be noticed. After a resume, records may be yielded
 * again.
 */
export function readList<R extends Identified>(
  fetch: FetchPage<R>,
  spec: ListSpec<R>,
  options: ReadListOptions & ReadListBounds,
): ListReading<R> {
  return new Reading(fetch, spec, options);
}

class Reading<R extends Identified> implements ListReading<R> {
  readonly #fetch: FetchPage<R>;
  readonly #spec: ListSpec<R>;
  readonly #options: ReadListOptions;
  readonly #passes: number;
  readonly #met = new SeenIds();
  readonly #from: ReadingCursor | null;
  #current: ListPass<R>;
  #pass: number;
  #count: number | null;
  #handedOn = 0;
  #shiftedBefore: boolean;
  #heldStill = false;

  constructor(fetch: FetchPage<R>, spec: ListSpec<R>, options: ReadListOptions & ReadListBounds) {
    this.#fetch = fetch;
    this.#spec = spec;
    this.#options = options;
    this.#passes = options.passes ?? 5;
    this.#from = options.from ?? null;
    this.#pass = this.#from?.pass ?? 1;
    this.#count = this.#from?.count ?? null;
    this.#shiftedBefore = this.#from?.shiftedBefore ?? false;
    this.#current = this.#newPass(spec.startIndex === 'detect' ? null : spec.startIndex, this.#from);
  }

  get summary(): ReadingSummary {
    const { found, shifted } = this.#current.notes;
    return {
      distinctRead: this.#handedOn,
      foundAtEnd: found,
      countedBySource: this.#count,
      gap: this.#count === null ? null : this.#count - found,
      passes: this.#pass,
      shifted: shifted || this.#shiftedBefore,
      heldStill: this.#heldStill,
    };
  }

  async hasChanged(signal: AbortSignal): Promise<boolean> {
    const { digests, startIndex, pageSize, count } = this.#current.notes;
    const looks = digests.samples.map(async (page) => {
      const answer = await this.#fetch(startIndex === 'record' ? page * pageSize : page, signal);
      if (answer.count !== null) this.#hearCount(answer.count);
      const isSameCount = answer.count === null || count === null || answer.count === count;
      return isSameCount && digests.isSame(page, answer.items);
    });
    const changed = (await Promise.all(looks)).includes(false);
    this.#heldStill &&= !changed;
    return changed;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly ReadRecord<R>[]> {
    for (;;) {
      for await (const records of this.#current.records()) {
        this.#handedOn += records.length;
        if (records.length > 0) yield records;
      }
      const { shifted, foundNew, startIndex } = this.#current.notes;
      this.#heldStill = !shifted;
      if (this.#pass >= this.#passes || (!shifted && (this.#isFirst || !foundNew))) return;
      this.#shiftedBefore ||= shifted;
      this.#pass += 1;
      this.#current = this.#newPass(startIndex, null);
    }
  }

  /** Whether there is no earlier pass to compare with: records seen before a crash are no longer known. */
  get #isFirst(): boolean {
    return this.#pass === 1 || this.#pass === (this.#from?.pass ?? 0) + 1;
  }

  #newPass(startIndex: StartIndexMeaning | null, from: ReadingCursor | null): ListPass<R> {
    return new ListPass({
      fetch: this.#fetch,
      ahead: Math.max(1, this.#options.ahead),
      pageSize: this.#spec.pageSize,
      isCounted: this.#spec.isCounted ?? (() => true),
      pass: this.#pass,
      startIndex,
      shiftedBefore: this.#shiftedBefore,
      met: this.#met,
      from,
      onCount: (count) => this.#hearCount(count),
    });
  }

  #hearCount(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#options.onCount?.(count);
  }
}
