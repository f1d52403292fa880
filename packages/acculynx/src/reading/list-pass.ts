import type { FetchPage, Identified, ListPage } from './list-page.ts';
import { NumberedPages } from './numbered-pages.ts';
import { PagesAhead } from './pages-ahead.ts';
import { PassNotes, type NotedPage, type PassStart, type ReadRecord } from './pass-notes.ts';
import { TailWatch } from './tail-watch.ts';

export interface PassOptions<R> extends PassStart<R> {
  readonly fetch: FetchPage<R>;
  readonly ahead: number;
  readonly onCount: (count: number) => void;
}

/** One reading of a whole list, by position: neither a short nor a repeated page is an end while `count` says there is more. */
export class ListPass<R extends Identified> {
  readonly notes: PassNotes<R>;
  readonly #pages: NumberedPages<R>;
  readonly #tail: TailWatch<R>;
  /** Pages that brought less than a page, or nothing new, and behind which there may be more. */
  #doubtful: NotedPage<R>[] = [];
  /** The last two pages that brought something. */
  #recent: readonly NotedPage<R>[] = [];
  /** Whether the list ended with an answer that tells no count. */
  #isUntold = false;

  constructor({ fetch, ahead, onCount, ...start }: PassOptions<R>) {
    this.notes = new PassNotes(start);
    const onAnswer = (answer: ListPage<R>): void => {
      this.notes.hear(answer);
      if (answer.count !== null) onCount(answer.count);
    };
    this.#pages = new NumberedPages(new PagesAhead({ fetch, ahead, onAnswer }), this.notes);
    this.#tail = new TailWatch(this.#pages, this.notes);
  }

  /** Hands on, page by page, what no earlier pass has. */
  async *records(): AsyncGenerator<readonly ReadRecord<R>[]> {
    await using pages = this.#pages;
    // Where the list ends is looked at before what follows the second page, so that a shift in between shows.
    if (this.notes.startIndex === null)
      await pages.detect(() => {
        if (!this.notes.isResumed) this.#tail.begin(1);
      });
    const first = this.notes.firstPage;
    for (let page = first; ; page += 1) {
      const answer = await pages.take(page);
      if (page === first && !this.notes.isResumed) await this.#tail.look(page);
      pages.prefetch(this.#tail.following(page));
      this.#tail.compare(page, answer);
      const noted = this.notes.note(page, answer.items);
      if (this.#mayBeCut(noted, answer)) await this.#askAgain(noted);
      if (noted.isBarren) {
        if (this.#nothingFollows(page, answer)) break;
        this.#doubtful.push(noted);
        continue;
      }
      this.#recent = [...this.#recent.slice(-1), noted];
      for (const before of this.#doubtful.splice(0)) yield await this.#fromTheMiddle(before);
      const isShort = noted.items.length < this.notes.pageSize;
      if (isShort && this.notes.saysMore(page)) this.#doubtful.push(noted);
      else yield this.notes.handOn(noted);
      if (isShort && !this.notes.saysMore(page)) break;
    }
    yield await this.#lastPage();
    this.#tail.close();
  }

  /** Whether the list ends before a page that brought nothing new. */
  #nothingFollows(page: number, { startIndex, count, items }: ListPage<R>): boolean {
    const isElsewhere = startIndex !== null && startIndex !== this.#pages.indexOf(page);
    const isRefused = items.length === 0 && count === null;
    const isSecond = this.#doubtful.some(({ isBarren }) => isBarren);
    if (!isElsewhere && !isRefused && !isSecond && !this.#tail.isBefore(page) && this.notes.saysMore(page))
      return false;
    // Past the end the last page may come again; anything else that is known has moved here.
    const known = new Set(this.#recent.flatMap((recent) => recent.items.map(({ id }) => id)));
    if (!isElsewhere && items.some(({ id }) => !known.has(id))) this.notes.shifted = true;
    this.#isUntold = count === null && this.notes.saysMore(page - 1);
    return true;
  }

  /** Whether the last page that is counted may hold more: fewer were found than are counted, and it was not checked before. */
  #mayBeCut({ page, items, isBarren }: NotedPage<R>, { count }: ListPage<R>): boolean {
    const { pageSize, lacksRecords } = this.notes;
    if (this.notes.saysMore(page) || !this.notes.saysMore(page - 1) || this.#tail.isOn(page)) return false;
    return count !== null && lacksRecords && (isBarren || items.length < pageSize);
  }

  /** There is more behind a doubtful page: what it kept back may be had now, and what it repeats has moved there. */
  async #fromTheMiddle(page: NotedPage<R>): Promise<readonly ReadRecord<R>[]> {
    await this.#askAgain(page);
    if (page.isBarren && page.items.length > 0) this.notes.shifted = true;
    return this.notes.handOn(page);
  }

  /** What the end of the list still has to give. */
  async #lastPage(): Promise<readonly ReadRecord<R>[]> {
    const last = this.#recent.at(-1);
    if (!last) return [];
    const isHeld = this.#doubtful.includes(last);
    // Nothing else tells whether the end is still there, or whether the last page was cut.
    const isUnsure = this.#isUntold || (isHeld && !this.#tail.hasRecord);
    if (isUnsure) await this.#askAgain(last);
    return isHeld || isUnsure ? this.notes.handOn(last) : [];
  }

  async #askAgain(page: NotedPage<R>): Promise<void> {
    const { items } = await this.#pages.ask(page.page);
    this.notes.noteAgain(page, items);
  }
}
