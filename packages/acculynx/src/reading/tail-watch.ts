import type { Identified, ListPage } from './list-page.ts';
import type { PassNotes } from './pass-notes.ts';
import type { NumberedPages } from './numbered-pages.ts';

/**
 * Looks up the end of the list when a pass begins, and checks whether its last record is still there when the pass reaches
 * it.
 */
export class TailWatch<R extends Identified> {
  readonly #pages: NumberedPages<R>;
  readonly #notes: PassNotes<R>;
  /** The call for the last page, as known when the call was made. */
  #look: { readonly page: number; readonly answer: Promise<ListPage<R>> } | null = null;

  constructor(pages: NumberedPages<R>, notes: PassNotes<R>) {
    this.#pages = pages;
    this.#notes = notes;
  }

  /** Requests the last counted page, then pages after `page`. */
  begin(page: number): void {
    const { count, pageSize } = this.#notes;
    const last = Math.ceil((count ?? 0) / pageSize) - 1;
    this.#look = null;
    // The second page is requested now anyway.
    if (last < 2) return;
    const answer = this.#pages.ask(last);
    // Its error is thrown by `look`; if `look` is never called, the rejection must not count as unhandled.
    answer.catch(() => undefined);
    this.#look = { page: last, answer };
    // The last page is read again in its turn, not now.
    this.#pages.prefetch(this.following(page).take(last - page - 1));
  }

  /** Notes where the list ends. Requests the end first, unless that was done and the index counts pages, as assumed. */
  async look(page: number): Promise<void> {
    if (!this.#look || this.#notes.startIndex === 'record') this.begin(page);
    if (this.#look) this.#notes.tail = this.#endOf(this.#look.page, await this.#look.answer);
  }

  /** The counted pages after this one. */
  *following(page: number): Generator<number> {
    for (let next = page + 1; this.#notes.saysMore(next - 1); next += 1) yield next;
  }

  isOn(page: number): boolean {
    const { tail, pageSize } = this.#notes;
    return tail !== null && Math.floor(tail.position / pageSize) === page;
  }

  /** Whether the last record, as looked up, lies after this page although this pass has already found it. */
  isBefore(page: number): boolean {
    const { tail, pageSize } = this.#notes;
    return tail !== null && tail.position >= (page + 1) * pageSize && this.#isFound();
  }

  /** Whether a last record is known, which shows when the end is reached. */
  get hasRecord(): boolean {
    return (this.#notes.tail?.id ?? null) !== null;
  }

  /** Compares the end of the list when the pass reaches its page. */
  compare(page: number, answer: ListPage<R>): void {
    const { tail } = this.#notes;
    if (!tail || !this.isOn(page)) return;
    const end = this.#endOf(page, answer);
    if (end.position !== tail.position || end.id !== tail.id) this.#notes.shifted = true;
  }

  /** Ends the pass: a last record that was not found shows a shift. */
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
