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

/** One reading of a whole list, by position: a short or repeated page does not end it while `count` says there is more. */
export class ListPass<R extends Identified> {
  readonly notes: PassNotes<R>;
  readonly #pages: NumberedPages<R>;
  readonly #tail: TailWatch<R>;
  /** Pages that were short or brought nothing new, and that may not be the last. */
  #doubtful: NotedPage<R>[] = [];
  /** The last two pages with new records. */
  #recent: readonly NotedPage<R>[] = [];
  /** Whether the list ended with an answer without a count. */
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

  /** Yields, page by page, the records that no earlier pass has yielded. */
  async *records(): AsyncGenerator<readonly ReadRecord<R>[]> {
    await using pages = this.#pages;
    // The end of the list is looked up before the pages after the second one, so that a shift in between shows.
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

  /** Whether a page without new records is past the end of the list. */
  #nothingFollows(page: number, { startIndex, count, items }: ListPage<R>): boolean {
    const isElsewhere = startIndex !== null && startIndex !== this.#pages.indexOf(page);
    const isRefused = items.length === 0 && count === null;
    const isSecond = this.#doubtful.some(({ isBarren }) => isBarren);
    if (!isElsewhere && !isRefused && !isSecond && !this.#tail.isBefore(page) && this.notes.saysMore(page))
      return false;
    // Past the end, the last page may be repeated; any other known record has moved here.
    const known = new Set(this.#recent.flatMap((recent) => recent.items.map(({ id }) => id)));
    if (!isElsewhere && items.some(({ id }) => !known.has(id))) this.notes.shifted = true;
    this.#isUntold = count === null && this.notes.saysMore(page - 1);
    return true;
  }

  /**
   * Whether the last counted page may be incomplete: fewer records were found than counted, and the page was not checked
   * before.
   */
  #mayBeCut({ page, items, isBarren }: NotedPage<R>, { count }: ListPage<R>): boolean {
    const { pageSize, lacksRecords } = this.notes;
    if (this.notes.saysMore(page) || !this.notes.saysMore(page - 1) || this.#tail.isOn(page)) return false;
    return count !== null && lacksRecords && (isBarren || items.length < pageSize);
  }

  /**
   * More records follow a doubtful page, so it is requested again: it may return what it left out, and repeated records
   * have moved there.
   */
  async #fromTheMiddle(page: NotedPage<R>): Promise<readonly ReadRecord<R>[]> {
    await this.#askAgain(page);
    if (page.isBarren && page.items.length > 0) this.notes.shifted = true;
    return this.notes.handOn(page);
  }

  /** The records that the last page still has to yield: held back, or found when it is requested again. */
  async #lastPage(): Promise<readonly ReadRecord<R>[]> {
    const last = this.#recent.at(-1);
    if (!last) return [];
    const isHeld = this.#doubtful.includes(last);
    // Nothing else shows whether the end is still there, or whether the last page was cut short.
    const isUnsure = this.#isUntold || (isHeld && !this.#tail.hasRecord);
    if (isUnsure) await this.#askAgain(last);
    return isHeld || isUnsure ? this.notes.handOn(last) : [];
  }

  async #askAgain(page: NotedPage<R>): Promise<void> {
    const { items } = await this.#pages.ask(page.page);
    this.notes.noteAgain(page, items);
  }
}
