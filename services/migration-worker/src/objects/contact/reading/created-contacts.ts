import { dayAfter, searchPageSize, UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { SyncRound } from '@ridgeline/contracts/internal';
import type { CreatedOnDays } from '../../../object-migration/sync-rules.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { CreationSearch } from './creation-search.ts';
import { keptContacts } from './kept-contacts.ts';
import { SearchedFields } from './searched-fields.ts';

/*
 * Which contacts are new (ADR 74, 5). A search by creation date works in whole days, and returns the newest contacts first:
 *
 *   days     from two days before the permanently stored time (createdKnownUntil) until now; without one, from the switch
 *   ends     when all wanted contacts are found; when it reaches contacts of an earlier search; otherwise with the last page
 *   daily    it runs to its end, whatever is wanted, and its result is stored permanently, so that the days stay few
 */

type Span = Pick<SyncRound, 'since' | 'createdKnownUntil' | 'takenAt'>;

/**
 * In which time zone AccuLynx counts days is not documented; and contacts that a search missed, because others were created
 * and deleted while it read, are found by the next day's search.
 */
const overlapDays = 2;
const dayMs = 86_400_000;
/** No more ids are kept in memory. */
const maxIds = 50_000;
/**
 * A search among known contacts ends after more than this many pages without anything new, in total. Contacts created in the
 * same second are in no particular order, so a new one may follow known ones.
 */
const maxKnownPages = 4;

/** What has been learned about a connection's contacts; kept for some minutes. */
export class CreatedContacts {
  #since: string | null = null;
  /** All contacts that any search found: they are new. */
  #found = new Set<string>();
  /** Everything created on the days of a search, up to the search's time; null until one was completed. */
  #whole: Set<string> | null = null;
  /** Contacts that a search, or the list, returned in full. */
  readonly contacts = keptContacts.ofConnection();
  readonly #fields = new SearchedFields();

  /** Whether it is known to be new; a contact that the search did not find is not. */
  has(sourceId: string): boolean {
    return this.#found.has(sourceId);
  }

  /**
   * Searches for these contacts with as few calls as possible: contacts that it does not find were not created since the
   * switch. Returns what must be stored permanently, if anything.
   */
  async search(
    wanted: readonly string[],
    acculynx: AcculynxAccess<'createdContacts'>,
    span: Span,
    signal: AbortSignal,
  ): Promise<CreatedOnDays | null> {
    if (this.#since !== span.since) this.#forget(span.since);
    const missing = new Set(wanted.filter((id) => !this.#found.has(id)));
    if (missing.size === 0) return null;
    const goesToEnd = !isRecent(span);
    const whole = this.#whole;
    const search = new CreationSearch(acculynx, daysOf(span), signal);
    let knownPages = 0;
    while (!search.isAtEnd) {
      const readAt = acculynx.databaseTime?.() ?? span.takenAt;
      const pages = goesToEnd ? Infinity : Math.ceil(missing.size / searchPageSize);
      for (const contacts of await search.next(pages)) {
        this.#note(contacts, readAt);
        if (whole && contacts.every(({ id }) => whole.has(id))) knownPages += 1;
      }
      for (const id of missing) if (this.#found.has(id)) missing.delete(id);
      if (!goesToEnd && (missing.size === 0 || knownPages > maxKnownPages)) break;
    }
    if (search.isAtEnd || knownPages > maxKnownPages) this.#whole = new Set(this.#found);
    if (this.#found.size > maxIds) this.#forget(span.since);
    if (!goesToEnd) return null;
    return { sourceIds: [...search.ids], from: daysOf(span).from, until: span.takenAt };
  }

  #forget(since: string): void {
    [this.#since, this.#found, this.#whole] = [since, new Set(), null];
  }

  #note(contacts: readonly (AcculynxContact | UnreadableRecord)[], readAt: string): void {
    this.#fields.learn(contacts);
    for (const source of contacts) {
      this.#found.add(source.id);
      if (!(source instanceof UnreadableRecord) && this.#fields.asAlone(source))
        this.contacts.keep({ source, readAt });
    }
  }
}

const isRecent = ({ createdKnownUntil, takenAt }: Span): boolean =>
  createdKnownUntil !== null && Date.parse(takenAt) - Date.parse(createdKnownUntil) < dayMs;

/** From the day before the switch, at the earliest, to the day after today. */
export function daysOf({ since, createdKnownUntil, takenAt }: Span) {
  const first = dayAfter(since.slice(0, 10), -1);
  const from = createdKnownUntil === null ? first : dayAfter(createdKnownUntil.slice(0, 10), -overlapDays);
  return { from: from > first ? from : first, to: dayAfter(takenAt.slice(0, 10)) };
}
