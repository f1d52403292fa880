import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';

/**
 * The fields that AccuLynx's search returns for contacts. Whether it returns email addresses and phone numbers, and not only
 * links to them, is not documented (docs/vendors/acculynx.md, 3.6), so this is learned from its answers. It never returns
 * billing addresses.
 */
export class SearchedFields {
  /** Whether any contact had one of them in full, and not only a link to it. */
  #emails = false;
  #phones = false;
  #addresses = false;

  /** Learns from the search's contacts. */
  learn(contacts: readonly (AcculynxContact | UnreadableRecord)[]): void {
    for (const contact of contacts) {
      if (contact instanceof UnreadableRecord) continue;
      this.#emails ||= contact.emailAddresses.some(({ address }) => address !== null);
      this.#phones ||= contact.phoneNumbers.some(({ number }) => number !== null);
      this.#addresses ||= contact.mailingAddress !== null;
    }
  }

  /** Whether the search returned everything about a contact that the list contains. */
  asInList(contact: AcculynxContact): boolean {
    return this.#addresses && this.#showsReach(contact);
  }

  /**
   * Whether it returned everything that a single read does: if there is a mailing address, the billing address is not used.
   */
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
