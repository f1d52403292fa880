import { contactsPageSize } from './acculynx-client.ts';
import type { AcculynxContact, ContactsPage } from './records/contact.ts';
import type { UnreadableRecord } from './records/unreadable-record.ts';
import type { FetchPage, ListSpec } from './reading/list-page.ts';

/** AccuLynx's index of contacts is a page number, but a record offset was seen too (vendors/acculynx.md, 3.2). */
export const contactListSpec: ListSpec = { pageSize: contactsPageSize, startIndex: 'detect' };

/** The list of contacts as `readList` asks for it. */
export function contactList(
  contactsPage: (startIndex: number, signal: AbortSignal) => Promise<ContactsPage>,
): FetchPage<AcculynxContact | UnreadableRecord> {
  return async (startIndex, signal) => {
    const { contacts, ...page } = await contactsPage(startIndex, signal);
    return { ...page, items: contacts };
  };
}
