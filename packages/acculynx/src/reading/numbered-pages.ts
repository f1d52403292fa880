import { startIndexMeaning, type Identified, type ListPage } from './list-page.ts';
import type { PagesAhead } from './pages-ahead.ts';
import type { PassNotes } from './pass-notes.ts';

/** How often the first two pages are requested while they do not show what the index counts. */
const detections = 3;

/** The pages of a list by their number, from 0, whatever the source's index counts. */
export class NumberedPages<R extends Identified> implements AsyncDisposable {
  readonly #pages: PagesAhead<R>;
  readonly #notes: PassNotes<R>;

  constructor(pages: PagesAhead<R>, notes: PassNotes<R>) {
    this.#pages = pages;
    this.#notes = notes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pages[Symbol.asyncDispose]();
  }

  /** The source's index of a page. */
  indexOf(page: number): number {
    return this.#notes.startIndex === 'record' ? page * this.#notes.pageSize : page;
  }

  /** Requests again, even a page that is cached. */
  ask(page: number): Promise<ListPage<R>> {
    return this.#pages.ask(this.indexOf(page));
  }

  take(page: number): Promise<ListPage<R>> {
    return this.#pages.take(this.indexOf(page));
  }

  prefetch(pages: IteratorObject<number>): void {
    this.#pages.prefetch(pages.map((page) => this.indexOf(page)));
  }

  /**
   * Finds out what the source's index counts, and caches the answers. If that stays unclear, it counts as a page index, for
   * this pass only. `onFirst` is called when the first page has arrived and the second is in flight: until both have
   * arrived, the index is assumed to count pages.
   */
  async detect(onFirst: () => void): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.#notes.forget();
      this.#pages.drop();
      const first = await this.#pages.ask(0);
      this.#pages.keep(0, first);
      if (first.items.length < this.#notes.pageSize && !this.#notes.saysMore(0)) return;
      const asked = this.#pages.ask(1);
      onFirst();
      const second = await asked;
      const meaning = startIndexMeaning(first, second);
      // A shifted list may hold still when asked again; a list that is too short to tell stays too short.
      const shifted = first.count !== null && second.count !== null && first.count !== second.count;
      if (meaning === null && shifted && attempt < detections) continue;
      this.#notes.startIndex = meaning;
      if (meaning !== 'record') this.#pages.keep(1, second);
      else this.#pages.drop([0]);
      return;
    }
  }
}
