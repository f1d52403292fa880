import type { Identified, ListPage, StartIndexMeaning } from './list-page.ts';
import { PageDigests, type SeenIds } from './page-digests.ts';
import type { ReadingCursor } from './reading-cursor.ts';

/** A record, and where a new reading resumes when everything up to and including it is done. */
export interface ReadRecord<R, C = ReadingCursor> {
  readonly record: R;
  readonly cursor: C;
}

/** A page as it was read, merged from all answers to it. */
export interface NotedPage<R> {
  readonly page: number;
  items: readonly R[];
  /** The ids that were new to this pass and have not been yielded. */
  readonly fresh: Set<string>;
  /** The ids that were new to the whole reading. */
  readonly unread: Set<string>;
  /** Whether it brought nothing new to this pass. */
  isBarren: boolean;
}

export interface PassStart<R> {
  readonly isCounted: (record: R) => boolean;
  readonly pass: number;
  readonly pageSize: number;
  readonly startIndex: StartIndexMeaning | null;
  readonly shiftedBefore: boolean;
  readonly met: SeenIds;
  /** Where an earlier process was in this pass. */
  readonly from: ReadingCursor | null;
}

/** What a pass knows about its list, and whether it noticed a shift. */
export class PassNotes<R extends Identified> {
  readonly #start: PassStart<R>;
  readonly digests: PageDigests;
  startIndex: StartIndexMeaning | null;
  count: number | null;
  tail: ReadingCursor['tail'];
  shifted: boolean;
  /** Distinct records of this pass, without those of held-back pages. */
  found: number;
  /** The same, including held-back pages. */
  #noted: number;
  /** Whether the cursor's record has been searched for. */
  #isCompared = false;
  /** Whether the pass found a record that no earlier pass had. */
  foundNew: boolean;

  constructor(start: PassStart<R>) {
    const { from } = start;
    this.#start = start;
    this.startIndex = from?.startIndex ?? start.startIndex;
    this.count = from?.count ?? null;
    this.tail = from?.tail ?? null;
    this.digests = new PageDigests(from?.head ?? null);
    this.shifted = from?.shifted ?? false;
    this.found = from?.found ?? 0;
    this.#noted = this.found;
    // A cursor implies a record that was yielded.
    this.foundNew = from !== null;
  }

  /** Receives each answer on arrival, so that a crash never loses the only answer that shows a shift. */
  hear({ count }: ListPage<R>): void {
    if (count === null) return;
    this.shifted ||= this.count !== null && this.count !== count;
    this.count = count;
  }

  get pageSize(): number {
    return this.#start.pageSize;
  }

  /** Whether an earlier process has begun this pass. */
  get isResumed(): boolean {
    return this.#start.from !== null;
  }

  /** The first page to read: that of the last record done, if it is known what the index counts. */
  get firstPage(): number {
    const { from } = this.#start;
    return from?.startIndex ? Math.floor(from.last.position / this.pageSize) : 0;
  }

  /** Whether the source counts records after the page. */
  saysMore(page: number): boolean {
    return this.count !== null && (page + 1) * this.pageSize < this.count;
  }

  /** Whether fewer records were found than counted. */
  get lacksRecords(): boolean {
    return this.count !== null && this.#noted < this.count;
  }

  /** Starts over: earlier answers are not compared with later ones. */
  forget(): void {
    this.count = this.#start.from?.count ?? null;
    this.shifted = this.#start.from?.shifted ?? false;
  }

  /** Notes a page that was read. On the first page after a crash, it recognizes the records that were done before. */
  note(page: number, items: readonly R[]): NotedPage<R> {
    const { met, pass } = this.#start;
    const done = this.#isCompared ? 0 : this.#doneOf(page, items);
    const fresh = new Set<string>();
    const unread = new Set<string>();
    let repeated = false;
    const ids = new Set(items.map(({ id }) => id));
    const doneIds = new Set(items.slice(0, done).map(({ id }) => id));
    for (const id of ids) {
      const meeting = met.meet(id, pass);
      if (doneIds.has(id)) continue;
      if (meeting === 'again') repeated = true;
      else fresh.add(id);
      if (meeting === 'first') unread.add(id);
    }
    this.#noted += fresh.size;
    if (repeated && fresh.size > 0) this.shifted = true;
    const isBarren = fresh.size === 0 && done === 0;
    if (!isBarren) this.digests.note(page, items);
    return { page, items, fresh, unread, isBarren };
  }

  /** Merges a second answer into a page. A record that only the first answer had shows that the list has shifted. */
  noteAgain(page: NotedPage<R>, items: readonly R[]): void {
    const idsBefore = new Set(page.items.map(({ id }) => id));
    const ids = new Set(items.map(({ id }) => id));
    const added = this.note(
      page.page,
      items.filter(({ id }) => !idsBefore.has(id)),
    );
    const lost = page.items.filter(({ id }) => !ids.has(id));
    if (lost.length > 0) this.shifted = true;
    page.items = [...items, ...lost];
    this.digests.note(page.page, items);
    for (const id of added.fresh) page.fresh.add(id);
    for (const id of added.unread) page.unread.add(id);
    page.isBarren &&= added.isBarren;
  }

  /** How many records of a page were done at the time of the cursor; if its record is elsewhere, the list has shifted. */
  #doneOf(page: number, items: readonly R[]): number {
    this.#isCompared = true;
    const { from, pageSize } = this.#start;
    if (!from) return 0;
    const offset = from.last.position - page * pageSize;
    if (items[offset]?.id === from.last.id) return offset + 1;
    this.shifted = true;
    return 0;
  }

  /** Yields what no pass has yielded before. */
  handOn({ page, items, fresh, unread }: NotedPage<R>): readonly ReadRecord<R>[] {
    const { pageSize } = this.#start;
    return items.flatMap((record, offset) => {
      if (!fresh.delete(record.id)) return [];
      if (this.#start.isCounted(record)) this.found += 1;
      if (!unread.has(record.id)) return [];
      this.foundNew = true;
      return [{ record, cursor: this.#cursor({ position: page * pageSize + offset, id: record.id }) }];
    });
  }

  isOfThisPass(id: string): boolean {
    return this.#start.met.isOf(id, this.#start.pass);
  }

  #cursor(last: ReadingCursor['last']): ReadingCursor {
    const { pass, shiftedBefore } = this.#start;
    const { found, startIndex, count, tail, shifted } = this;
    const { head } = this.digests;
    return { pass, last, found, startIndex, count, tail, head, shifted, shiftedBefore };
  }
}
