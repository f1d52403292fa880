import { searchPageSize, type AcculynxContact, type Days, type UnreadableRecord } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import { z } from 'zod';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { sideBySide } from './contact-by-ids.ts';

type ReadContact = AcculynxContact | UnreadableRecord;

const natural = z.int().nonnegative();

/** The position of a search: its next page, and AccuLynx' last count. */
export const searchPlaceSchema = z.object({ page: natural, count: natural.nullable() });
type SearchPlace = z.output<typeof searchPlaceSchema>;

/** AccuLynx's search for the contacts that were created on certain days, newest first, page by page. */
export class CreationSearch {
  readonly #acculynx: AcculynxAccess<'createdContacts'>;
  readonly #created: Days;
  readonly #signal: AbortSignal;
  #pages = 0;
  #count: number | null = null;
  /** Whether the count dropped while pages were requested concurrently: from then on they are requested one by one. */
  #isCareful = false;
  #isAtEnd = false;
  /** The contacts of all pages that were read. */
  readonly ids = new Set<string>();

  /** `from`: the position of an earlier search. */
  constructor(
    acculynx: AcculynxAccess<'createdContacts'>,
    created: Days,
    signal: AbortSignal,
    from?: SearchPlace,
  ) {
    this.#acculynx = acculynx;
    this.#created = created;
    this.#signal = signal;
    this.#pages = from?.page ?? 0;
    this.#count = from?.count ?? null;
  }

  /** The position at which it continues. */
  get place(): SearchPlace {
    return { page: this.#pages, count: this.#count };
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /**
   * The new contacts of the next pages, requested concurrently: up to this many pages, limited by what is left and by what
   * AccuLynx admits.
   */
  async next(pages: number): Promise<readonly (readonly ReadContact[])[]> {
    const unknown = Number.isFinite(pages) ? pages : 1;
    const left = this.#count === null ? unknown : Math.ceil(this.#count / searchPageSize) - this.#pages;
    const atOnce = Math.max(1, Math.min(pages, this.#isCareful ? 1 : sideBySide, left));
    const first = this.#pages;
    this.#pages += atOnce;
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        askAcculynx(
          this.#acculynx,
          contactType.noun.many,
          (client, until) => client.createdContacts({ created: this.#created, page: first + index }, until),
          this.#signal,
        ),
      ),
    );
    return answers
      .map(({ count, contacts }, index) => this.#note(first + index, count, contacts))
      .filter(({ length }) => length > 0);
  }

  /**
   * A page must not show an earlier moment than the page before it, and nothing may be deleted in between: otherwise a contact
   * is on neither page. Both cases show as a dropped count: then the pages are read again.
   */
  #note(page: number, count: number | null, contacts: readonly ReadContact[]): readonly ReadContact[] {
    const fresh = contacts.filter(({ id }) => !this.ids.has(id));
    for (const { id } of fresh) this.ids.add(id);
    if (count === null) {
      // Past the end AccuLynx may repeat pages.
      this.#isAtEnd ||= fresh.length === 0;
      return fresh;
    }
    const fall = (this.#count ?? 0) - count;
    this.#count = count;
    if (fall > 0) {
      this.#isCareful = true;
      this.#pages = Math.min(this.#pages, Math.max(0, page - Math.ceil(fall / searchPageSize)));
    } else this.#isAtEnd = page < this.#pages && (page + 1) * searchPageSize >= count;
    return fresh;
  }
}
