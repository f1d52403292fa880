import { dayAfter, searchPageSize, UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { SyncRound } from '@ridgeline/contracts/internal';
import type { CreatedOnDays } from '../../../object-migration/sync-rules.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { CreationSearch } from './creation-search.ts';
import { keptContacts } from './kept-contacts.ts';
import { SearchedFields } from './searched-fields.ts';

/*
 * Which contacts are new (ADR 74, 5). A search by days of creation has only days, and its newest contacts first:
 *
 *   days     from two before what is known permanently (createdKnownUntil) until now; from the switch while nothing is
 *   ends     when all wanted ones are found; among contacts that an earlier search had; else with the last page
 *   daily    it goes to its end, whatever is wanted, and what it found is known permanently: so the days stay few
 */

type Span = Pick<SyncRound, 'since' | 'createdKnownUntil' | 'takenAt'>;

/**
 * By which calendar AccuLynx cuts days is not documented; and what a search missed, because others were created and deleted
 * while it read, is found by that of the next day.
 */
const overlapDays = 2;
const dayMs = 86_400_000;
/** More ids are not kept in memory. */
const maxIds = 50_000;
/**
 * So many pages without anything new end a search among known contacts. Contacts of one second have no order of creation,
 * so that a new one may stand between known ones.
 */
const maxKnownPages = 4;

/** What became known of the contacts of a connection, for some minutes. */
export class CreatedContacts {
  #since: string | null = null;
  /** All that any search found: they are new. */
  #found = new Set<string>();
  /** Everything that was created on the days of a search, until it was made; null before one came to its end. */
  #whole: Set<string> | null = null;
  /** What a search, or the list, had in full. */
  readonly contacts = keptContacts.ofConnection();
  readonly #fields = new SearchedFields();

  /** Whether it is known to be new; what a search did not find is not. */
  has(sourceId: string): boolean {
    return this.#found.has(sourceId);
  }

  /**
   * Searches for these contacts, with as few calls as that takes: what was not found then was not created since the switch.
   * Answers what must be noted permanently, if anything.
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
