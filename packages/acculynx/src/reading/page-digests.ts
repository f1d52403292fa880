import { createHash } from 'node:crypto';
import type { Identified } from './list-page.ts';

/** In addition to the first and last page: one page in this many is checked again, up to this many in all. */
const pagesPerSample = 25;
const maxSamples = 4;

/** The digest of a page: two answers with the same records, in any order, have the same digest. */
function digestOf(items: readonly Identified[]): string {
  const ids = items.map(({ id }) => id).sort();
  return createHash('sha256').update(JSON.stringify(ids)).digest('base64url').slice(0, 16);
}

/** The digests of the pages that a pass has read, which show later whether the list has changed. */
export class PageDigests {
  readonly #digests = new Map<number, string>();

  /** `head` is the digest of the first page, where an earlier process has read it. */
  constructor(head: string | null) {
    if (head !== null) this.#digests.set(0, head);
  }

  /** The digest of the first page; null as long as it is not known. */
  get head(): string | null {
    return this.#digests.get(0) ?? null;
  }

  note(page: number, items: readonly Identified[]): void {
    if (items.length > 0) this.#digests.set(page, digestOf(items));
  }

  /** The pages to check again: the first, the last and some in between. */
  get samples(): readonly number[] {
    const last = Math.max(0, ...this.#digests.keys());
    const parts = Math.min(maxSamples, Math.floor(last / pagesPerSample)) + 1;
    const pages = Array.from({ length: parts + 1 }, (_, part) => Math.round((last * part) / parts));
    return [...new Set(pages)];
  }

  /** Whether a page holds what it held when it was read. */
  isSame(page: number, items: readonly Identified[]): boolean {
    const digest = this.#digests.get(page);
    return digest === undefined ? items.length === 0 : digest === digestOf(items);
  }
}

/** How an id was seen: for the first time in this reading, for the first time in this pass, or again in this pass. */
export type SeenState = 'first' | 'in another pass' | 'again';

/** The ids that a reading has seen, each with the last pass that saw it. */
export class SeenIds {
  readonly #passOf = new Map<string, number>();

  /** The number of distinct ids. */
  get size(): number {
    return this.#passOf.size;
  }

  meet(id: string, pass: number): SeenState {
    const before = this.#passOf.get(id);
    if (before === pass) return 'again';
    this.#passOf.set(id, pass);
    return before === undefined ? 'first' : 'in another pass';
  }

  isOf(id: string, pass: number): boolean {
    return this.#passOf.get(id) === pass;
  }
}
