import { contactsPageSize } from './acculynx-client.ts';
import type { AcculynxContact, ContactsPage } from './contact.ts';

/** A contact and its place on its page. */
export interface PlacedContact {
  readonly offset: number;
  readonly contact: AcculynxContact;
}

/** One page in the order of reading: `page` counts pages of `contactsPageSize` whatever AccuLynx's index means. */
export interface NumberedPage {
  readonly page: number;
  /** Without the contacts that an earlier page of this reading held. */
  readonly contacts: readonly PlacedContact[];
  /** AccuLynx's total, where it tells one. */
  readonly count: number | null;
}

export type FetchContactsPage = (startIndex: number) => Promise<ContactsPage>;

/**
 * Reads all contacts from a page on. AccuLynx's index is a page number here, but a record offset was seen too
 * (vendors/acculynx.md, 3.2), so the first two pages decide: when the second is the first one shifted by one record, the
 * index is an offset. The end is a short or empty page, a page without an unseen contact (past the end the last page is
 * repeated), or an echoed index lower than asked. `count` never decides.
 */
export async function* contactPages(fetchPage: FetchContactsPage, from = 0): AsyncGenerator<NumberedPage> {
  const seen = new Set<string>();
  let step = 1;
  let ahead: ContactsPage | null = null;

  for (let page = from; ; page += 1) {
    let current: ContactsPage = ahead ?? (await fetchPage(page * step));
    ahead = null;
    if (page === from && isFull(current)) {
      const next = await fetchPage(page + 1);
      if (isShiftedByOne(current, next)) {
        step = contactsPageSize;
        if (page > 0) current = await fetchPage(page * step);
      } else {
        ahead = next;
      }
    }

    if (current.startIndex !== null && current.startIndex < page * step) return;
    const contacts = unseen(current.contacts, seen);
    if (contacts.length === 0) return;
    yield { page, contacts, count: current.count };
    if (!isFull(current)) return;
  }
}

const isFull = ({ contacts }: ContactsPage): boolean => contacts.length >= contactsPageSize;

function isShiftedByOne(first: ContactsPage, second: ContactsPage): boolean {
  const known = new Set(first.contacts.map(({ id }) => id));
  const repeated = second.contacts.filter(({ id }) => known.has(id)).length;
  return (
    second.contacts.length > 0 &&
    second.contacts[0]?.id === first.contacts[1]?.id &&
    repeated >= second.contacts.length - 1
  );
}

function unseen(contacts: readonly AcculynxContact[], seen: Set<string>): PlacedContact[] {
  return contacts.flatMap((contact, offset) => {
    if (seen.has(contact.id)) return [];
    seen.add(contact.id);
    return [{ offset, contact }];
  });
}
