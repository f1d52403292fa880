import { contactAt, toSecond, type Contact } from './contacts.ts';
import type { EmailAddress } from './emails.ts';
import { contactIdAt, contactIndexOf, uuidFrom } from './ids.ts';
import {
  positionOf,
  type ChangeJournal,
  type Place,
  type SourceChange,
  type SourceList,
} from './source-list.ts';

/** Fields of a new contact; its id and day of entry are AccuLynx's own. */
type NewContact = Omit<Contact, 'id' | 'createdDate'>;

/** A company's contacts in the order of their listing: seeded ones, computed when asked for, under the changes made since. */
export class ContactBook implements SourceList {
  readonly #seed: number;
  readonly #seeded: number;
  readonly #journal: ChangeJournal;
  readonly #changed = new Map<string, Contact>();
  readonly #created: Contact[] = [];
  readonly #gone = new Set<number>();
  /** The indexes of the contacts as they are listed; an index names a contact for good, a position does not. */
  #order: number[];
  #changes = 0;

  constructor(seed: number, count: number, journal: ChangeJournal) {
    this.#seed = seed;
    this.#seeded = count;
    this.#journal = journal;
    this.#order = Array.from({ length: count }, (_, index) => index);
  }

  get count(): number {
    return this.#order.length;
  }

  /** The contacts at the given positions of the listing; positions beyond it are left out. */
  slice(from: number, count: number): Contact[] {
    return this.#order.slice(from, from + count).map((index) => this.#contactAt(index));
  }

  *all(): Generator<Contact> {
    for (const index of this.#order) yield this.#contactAt(index);
  }

  ids(): string[] {
    return this.#order.map((index) => contactIdAt(this.#seed, index));
  }

  get(id: string): Contact | null {
    const index = this.#indexOf(id);
    return index === null ? null : this.#contactAt(index);
  }

  /** Adds a contact at the end of the listing; it gets the next id. */
  add(fields: NewContact, now: number): Contact {
    const contact = this.#create(fields, now);
    this.#order.push(this.#nextIndex - 1);
    this.#journal.record('contacts', 'inserted', [contact.id]);
    return contact;
  }

  insert(at: Place, count: number, now: number): SourceChange {
    const first = this.#nextIndex;
    const added = Array.from({ length: count }, (_, place) => first + place);
    const ids = added.map((index) => this.#create(contactAt(this.#seed, index), now).id);
    this.#order.splice(positionOf(at, this.count), 0, ...added);
    return this.#journal.record('contacts', 'inserted', ids);
  }

  deleteAt(at: Place, count: number): SourceChange {
    const taken = this.#order.splice(positionOf(at, this.count, count), count);
    return this.#forget(taken);
  }

  delete(ids: readonly string[]): SourceChange {
    const taken = new Set(ids.flatMap((id) => this.#indexOf(id) ?? []));
    this.#order = this.#order.filter((index) => !taken.has(index));
    return this.#forget([...taken]);
  }

  /** Replaces fields of a contact; null when there is none of that id. */
  change(id: string, change: (contact: Contact) => Partial<Contact>): Contact | null {
    const contact = this.get(id);
    if (contact === null) return null;
    const changed = { ...contact, ...change(contact), id: contact.id };
    this.#changed.set(contact.id, changed);
    this.#changes += 1;
    return changed;
  }

  /** An id for a new e-mail address or phone number of a contact. */
  newPartId(contact: Contact): string {
    const parts = contact.emailAddresses.length + contact.phoneNumbers.length;
    return uuidFrom(this.#seed, this.#changes + this.#created.length + 1, parts + 1000);
  }

  /** A contact's addresses with another primary one; null leaves none. */
  replacedEmail(contact: Contact, address: string | null): EmailAddress[] {
    if (address === null) return [];
    const others = contact.emailAddresses.filter(({ primary }) => !primary);
    return [...others, { id: this.newPartId(contact), address, type: 'Personal', primary: true }];
  }

  get #nextIndex(): number {
    return this.#seeded + this.#created.length;
  }

  #create(fields: NewContact, now: number): Contact {
    const id = contactIdAt(this.#seed, this.#nextIndex);
    const contact = { ...fields, id, createdDate: toSecond(now) };
    this.#created.push(contact);
    return contact;
  }

  #forget(indexes: readonly number[]): SourceChange {
    for (const index of indexes) this.#gone.add(index);
    const ids = indexes.map((index) => contactIdAt(this.#seed, index));
    return this.#journal.record('contacts', 'deleted', ids);
  }

  #indexOf(id: string): number | null {
    const index = contactIndexOf(this.#seed, id.toLowerCase());
    return index === null || index >= this.#nextIndex || this.#gone.has(index) ? null : index;
  }

  #contactAt(index: number): Contact {
    const own = index < this.#seeded ? contactAt(this.#seed, index) : this.#created[index - this.#seeded];
    if (own === undefined) throw new RangeError(`No contact ${index}`);
    return this.#changed.get(own.id) ?? own;
  }
}
