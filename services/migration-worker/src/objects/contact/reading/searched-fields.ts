import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';

/**
 * What AccuLynx's search shows of contacts. Whether it hands out email addresses and phone numbers, and not only links to them, is
 * not documented (docs/vendors/acculynx.md, 3.6): its own answers tell. It never shows billing addresses.
 */
export class SearchedFields {
  /** Whether any contact had one of them, and not only a link to it. */
  #emails = false;
  #phones = false;
  #addresses = false;

  /** Learns from contacts that the search had. */
  learn(contacts: readonly (AcculynxContact | UnreadableRecord)[]): void {
    for (const contact of contacts) {
      if (contact instanceof UnreadableRecord) continue;
      this.#emails ||= contact.emailAddresses.some(({ address }) => address !== null);
      this.#phones ||= contact.phoneNumbers.some(({ number }) => number !== null);
      this.#addresses ||= contact.mailingAddress !== null;
    }
  }

  /** Whether the search shows all of a contact that the list does. */
  asInList(contact: AcculynxContact): boolean {
    return this.#addresses && this.#showsReach(contact);
  }

  /** Whether it shows all that a single read does: where there is a mailing address, the billing address says nothing. */
  asAlone(contact: AcculynxContact): boolean {
    return contact.mailingAddress !== null && this.#showsReach(contact);
  }

  #showsReach({ emailAddresses, phoneNumbers }: AcculynxContact): boolean {
    return (
      this.#emails &&
      this.#phones &&
      emailAddresses.every(({ address }) => address !== null) &&
      phoneNumbers.every(({ number }) => number !== null)
    );
  }
}
