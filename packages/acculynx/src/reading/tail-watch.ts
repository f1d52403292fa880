import type { Identified, ListPage } from './list-page.ts';
import type { PassNotes } from './pass-notes.ts';
import type { NumberedPages } from './numbered-pages.ts';

/** Looks where a list ends when a pass begins, and whether its last record is still there when the pass gets to it. */
export class TailWatch<R extends Identified> {
  readonly #pages: NumberedPages<R>;
  readonly #notes: PassNotes<R>;
  /** The call for the last page, as far as was known when it was made. */
  #look: { readonly page: number; readonly answer: Promise<ListPage<R>> } | null = null;

  constructor(pages: NumberedPages<R>, notes: PassNotes<R>) {
    this.#pages = pages;
    this.#notes = notes;
  }

  /** Requests the last page that is counted, and then pages behind `page`. */
  begin(page: number): void {
    const { count, pageSize } = this.#notes;
    const last = Math.ceil((count ?? 0) / pageSize) - 1;
    this.#look = null;
    // A second page is asked for right now anyway.
    if (last < 2) return;
    const answer = this.#pages.ask(last);
    // Its error is thrown by `look`; when that never comes, it must not count as unhandled.
    answer.catch(() => undefined);
    this.#look = { page: last, answer };
    // That page comes again in its turn, not at the same time.
    this.#pages.prefetch(this.following(page).take(last - page - 1));
  }

  /** Notes where the list ends. Begins with that, unless it has begun and the index counts pages, as was assumed. */
  async look(page: number): Promise<void> {
    if (!this.#look || this.#notes.startIndex === 'record') this.begin(page);
    if (this.#look) this.#notes.tail = this.#endOf(this.#look.page, await this.#look.answer);
  }

  /** The pages behind one that are counted. */
  *following(page: number): Generator<number> {
    for (let next = page + 1; this.#notes.saysMore(next - 1); next += 1) yield next;
  }

  isOn(page: number): boolean {
    const { tail, pageSize } = this.#notes;
    return tail !== null && Math.floor(tail.position / pageSize) === page;
  }

  /** Whether a page that brings nothing lies behind the last record and before a page that was asked for. */
  isBefore(page: number): boolean {
    const { tail, pageSize } = this.#notes;
    return tail !== null && tail.position >= (page + 1) * pageSize && this.#isFound();
  }

  /** Whether a record was seen that is last, which makes it known whether the end is reached. */
  get hasRecord(): boolean {
    return (this.#notes.tail?.id ?? null) !== null;
  }

  /** Compares when the pass gets to that page. */
  compare(page: number, answer: ListPage<R>): void {
    const { tail } = this.#notes;
    if (!tail || !this.isOn(page)) return;
    const end = this.#endOf(page, answer);
    if (end.position !== tail.position || end.id !== tail.id) this.#notes.shifted = true;
  }

  /** At the end of the pass. */
  close(): void {
    if (this.hasRecord && !this.#isFound()) this.#notes.shifted = true;
  }

  #isFound(): boolean {
    return this.#notes.isOfThisPass(this.#notes.tail?.id ?? '');
  }

  #endOf(page: number, { items }: ListPage<R>): { position: number; id: string | null } {
    const offset = Math.max(0, items.length - 1);
    return { position: page * this.#notes.pageSize + offset, id: items.at(-1)?.id ?? null };
  }
}
