import { contactsPageSize, type AcculynxContact, type NumberedPage } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';

/** Contacts that are planned together, and where reading goes on behind them. */
export interface SourceBatch {
  readonly contacts: readonly AcculynxContact[];
  readonly cursor: Cursor;
}

/** Cuts pages into batches of `size`, across the pages' borders, from `from` on. `onPage` is told of each page read. */
export async function* cutBatches(
  pages: AsyncIterable<NumberedPage>,
  { size, from, onPage }: { size: number; from: Cursor; onPage?: (page: NumberedPage) => void },
): AsyncGenerator<SourceBatch> {
  let contacts: AcculynxContact[] = [];
  let cursor = from;
  for await (const page of pages) {
    onPage?.(page);
    for (const { offset, contact } of page.contacts) {
      if (page.page === from.page && offset < from.offset) continue;
      contacts.push(contact);
      cursor = behind(page.page, offset);
      if (contacts.length < size) continue;
      yield { contacts, cursor };
      contacts = [];
    }
  }
  if (contacts.length > 0) yield { contacts, cursor };
}

function behind(page: number, offset: number): Cursor {
  return offset + 1 >= contactsPageSize ? { page: page + 1, offset: 0 } : { page, offset: offset + 1 };
}
