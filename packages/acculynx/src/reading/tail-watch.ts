import type { Identified, ListPage } from './list-page.ts';
import type { PassNotes } from './pass-notes.ts';
import type { NumberedPages } from './numbered-pages.ts';

/** Looks where a list ends when a pass begins, and whether its last record is still there when the pass gets to it. */
export class TailWatch<R extends Identified> {
  readonly #pages: NumberedPages<R>;
  readonly #notes: PassNotes<R>;

  constructor(pages: NumberedPages<R>, notes: PassNotes<R>) {
    this.#pages = pages;
    this.#notes = notes;
  }

  /** Requests the last page that is counted, while pages behind `page` are fetched. */
  async look(page: number): Promise<void> {
    const { count, pageSize } = this.#notes;
    const last = Math.ceil((count ?? 0) / pageSize) - 1;
    // A second page is asked for right now anyway.
    if (last < 2) return;
    const look = this.#pages.ask(last);
    // That page comes again in its turn, not at the same time.
    this.#pages.prefetch(this.following(page).take(last - page - 1));
    this.#notes.tail = this.#endOf(last, await look);
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
