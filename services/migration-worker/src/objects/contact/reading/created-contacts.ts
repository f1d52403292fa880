import { dayAfter, type Days } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import type { SyncRound } from '@ridgeline/contracts/internal';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';

type Span = Pick<SyncRound, 'since' | 'takenAt'>;

/** From the day before the switch to the day after today: by which calendar AccuLynx cuts days is not documented. */
const daysOf = ({ since, takenAt }: Span): Days => ({
  from: dayAfter(since.slice(0, 10), -1),
  to: dayAfter(takenAt.slice(0, 10)),
});

/**
 * The ids of the contacts that were created on the days from the switch until now, a page at a time, the newest first. A page
 * that brings nothing new is the last one: past the end AccuLynx may repeat pages.
 */
export async function* createdContactPages(
  acculynx: AcculynxAccess<'createdContacts'>,
  span: Span,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const created = daysOf(span);
  const seen = new Set<string>();
  for (let page = 0; ; page += 1) {
    const { count, contacts } = await askAcculynx(
      acculynx,
      contactType.noun.many,
      (client, until) => client.createdContacts({ created, page }, until),
      signal,
    );
    const fresh = contacts.map(({ id }) => id).filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    if (fresh.length > 0) yield fresh;
    if (fresh.length === 0 || (count !== null && seen.size >= count)) return;
  }
}

/** More are not kept in memory. */
const maxKept = 50_000;
/**
 * So many pages without anything new end a search among known contacts. Contacts of one second have no order of creation,
 * so that a new one may stand between known ones.
 */
const maxKnownPages = 4;

/** Which contacts were created since auto-sync was switched on: all that a search found are kept, so that the next is short. */
export class CreatedContacts {
  #since: string | null = null;
  /** Everything that was created since, as far as any search found; null before the first one that came to its end. */
  #known: Set<string> | null = null;

  /** Those of these contacts that were created since; asks for as many pages as that takes. */
  async among(
    wanted: ReadonlySet<string>,
    acculynx: AcculynxAccess<'createdContacts'>,
    span: Span,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    if (this.#since !== span.since) [this.#since, this.#known] = [span.since, null];
    const known = this.#known;
    const found = new Set<string>();
    let knownPages = 0;
    const isMissing = () => [...wanted].some((id) => !found.has(id) && known?.has(id) !== true);
    if (isMissing())
      for await (const page of createdContactPages(acculynx, span, signal)) {
        for (const id of page) found.add(id);
        if (known && page.every((id) => known.has(id))) knownPages += 1;
        if (knownPages > maxKnownPages || !isMissing()) break;
      }
    this.#keep(found, { isWhole: knownPages > 0 || isMissing() });
    return new Set([...wanted].filter((id) => found.has(id) || known?.has(id) === true));
  }

  /** Keeps what was found; only a search that met what is known, or came to its end, leaves nothing out. */
  #keep(found: ReadonlySet<string>, { isWhole }: { readonly isWhole: boolean }): void {
    if (!isWhole) return;
    const known = this.#known ?? new Set();
    for (const id of found) known.add(id);
    this.#known = known.size > maxKept ? null : known;
  }
}
