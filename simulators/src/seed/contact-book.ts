import { contactAt, indexesOfDays, toSecond, type Contact } from './contacts.ts';
import type { EmailAddress } from './emails.ts';
import { contactIdAt, contactIndexOf, uuidFrom } from './ids.ts';
import { TrailingWrites, type RecordWorld } from './record-changes.ts';
import {
  positionOf,
  type ChangeJournal,
  type Place,
  type SourceChange,
  type SourceList,
} from './source-list.ts';

/** Fields of a new contact; AccuLynx itself sets its id and date of entry. */
export type NewContact = Omit<Contact, 'id' | 'createdDate'>;

/** A company's contacts in the order of their listing: seeded ones, computed on request, overlaid by later changes. */
export class ContactBook implements SourceList {
  readonly #seed: number;
  readonly #seeded: number;
  readonly #journal: ChangeJournal;
  readonly #world: RecordWorld;
  readonly #trailing: TrailingWrites<Contact>;
  readonly #changed = new Map<string, Contact>();
  readonly #created: Contact[] = [];
  /** Deleted contacts, and new ones that cannot be read yet. */
  readonly #hidden = new Set<number>();
  /** The indexes of the contacts as they are listed; an index names a contact permanently, a position does not. */
  #order: number[];
  #changes = 0;

  constructor(seed: number, count: number, journal: ChangeJournal, world: RecordWorld) {
    this.#seed = seed;
    this.#seeded = count;
    this.#journal = journal;
    this.#world = world;
    this.#trailing = new TrailingWrites(world);
    this.#order = Array.from({ length: count }, (_, index) => index);
  }

  get count(): number {
    return this.#listed().length;
  }

  /** The contacts at the given positions of the listing; positions beyond it are left out. */
  slice(from: number, count: number): Contact[] {
    return this.#listed()
      .slice(from, from + count)
      .map((index) => this.#contactAt(index));
  }

  *all(): Generator<Contact> {
    for (const index of this.#listed()) yield this.#contactAt(index);
  }

  /** The contacts that were created between two UTC days, both inclusive; in no particular order. */
  *createdBetween(firstDay: string, lastDay: string): Generator<Contact> {
    this.#listed();
    const { from, until } = indexesOfDays(firstDay, lastDay);
    const seeded = { from: Math.min(from, this.#seeded), until: Math.min(until, this.#seeded) };
    for (const part of [seeded, { from: this.#seeded, until: this.#nextIndex }]) {
      for (let index = part.from; index < part.until; index += 1) {
        if (this.#hidden.has(index)) continue;
        const contact = this.#contactAt(index);
        const created = contact.createdDate.slice(0, 10);
        if (created >= firstDay && created <= lastDay) yield contact;
      }
    }
  }

  ids(): string[] {
    return this.#listed().map((index) => contactIdAt(this.#seed, index));
  }

  get(id: string): Contact | null {
    this.#listed();
    const index = this.#indexOf(id);
    return index === null ? null : this.#contactAt(index);
  }

  /** Adds a contact at the end of the listing; it gets the next id. */
  add(fields: NewContact, now: number): Contact {
    const contact = this.#create(fields, now);
    if (this.#trailing.withhold(contact)) this.#hidden.add(this.#nextIndex - 1);
    else this.#order.push(this.#nextIndex - 1);
    this.#journal.record('contacts', 'inserted', [contact.id]);
    return contact;
  }

  /** Adds a contact generated from the seed, except for the given fields. */
  addDrawn(fields: (drawn: Contact) => Partial<Contact>, now: number): Contact {
    const drawn = contactAt(this.#seed, this.#nextIndex);
    return this.add({ ...drawn, ...fields(drawn) }, now);
  }

  insert(at: Place, count: number, now: number): SourceChange {
    const first = this.#nextIndex;
    const added = Array.from({ length: count }, (_, place) => first + place);
    const ids = added.map((index) => this.#create(contactAt(this.#seed, index), now).id);
    this.#listed().splice(positionOf(at, this.count), 0, ...added);
    return this.#journal.record('contacts', 'inserted', ids);
  }

  deleteAt(at: Place, count: number): SourceChange {
    const taken = this.#listed().splice(positionOf(at, this.count, count), count);
    return this.#forget(taken);
  }

  delete(ids: readonly string[]): SourceChange {
    const taken = new Set(ids.flatMap((id) => this.#indexOf(id) ?? []));
    this.#order = this.#listed().filter((index) => !taken.has(index));
    return this.#forget([...taken]);
  }

  /** Replaces fields of a contact; null when there is none with that id. */
  change(id: string, change: (contact: Contact) => Partial<Contact>): Contact | null {
    const contact = this.#trailing.newest(id.toLowerCase()) ?? this.get(id);
    if (contact === null) return null;
    const changed = { ...contact, ...change(contact), id: contact.id };
    if (!this.#trailing.withhold(changed)) this.#changed.set(contact.id, changed);
    this.#changes += 1;
    this.#world.onChange({ kind: 'contact', before: contact, after: changed });
    return changed;
  }

  /** An id for a new email address or phone number of a contact that has this many of both. */
  newPartId(parts: number): string {
    return uuidFrom(this.#seed, this.#changes + this.#created.length + 1, parts + 1000);
  }

  /** A contact's addresses with another primary one; null leaves none. */
  replacedEmail(contact: Contact, address: string | null): EmailAddress[] {
    if (address === null) return [];
    const others = contact.emailAddresses.filter(({ primary }) => !primary);
    const parts = contact.emailAddresses.length + contact.phoneNumbers.length;
    return [...others, { id: this.newPartId(parts), address, type: 'Personal', primary: true }];
  }

  get #nextIndex(): number {
    return this.#seeded + this.#created.length;
  }

  #create(fields: NewContact, now: number): Contact {
    const id = contactIdAt(this.#seed, this.#nextIndex);
    const contact = { ...fields, id, createdDate: toSecond(now) };
    this.#created.push(contact);
    this.#world.onChange({ kind: 'contact', before: null, after: contact });
    return contact;
  }

  /** The order of the listing, including what has become readable since the last read. */
  #listed(): number[] {
    for (const contact of this.#trailing.takeReadable()) {
      this.#changed.set(contact.id, contact);
      const index = contactIndexOf(this.#seed, contact.id) ?? 0;
      if (this.#hidden.delete(index)) this.#order.push(index);
    }
    return this.#order;
  }

  #forget(indexes: readonly number[]): SourceChange {
    const ids = indexes.map((index) => contactIdAt(this.#seed, index));
    for (const index of indexes) this.#hidden.add(index);
    for (const id of ids) this.#trailing.drop(id);
    return this.#journal.record('contacts', 'deleted', ids);
  }

  #indexOf(id: string): number | null {
    const index = contactIndexOf(this.#seed, id.toLowerCase());
    return index === null || index >= this.#nextIndex || this.#hidden.has(index) ? null : index;
  }

  #contactAt(index: number): Contact {
    const own = index < this.#seeded ? contactAt(this.#seed, index) : this.#created[index - this.#seeded];
    if (own === undefined) throw new RangeError(`No contact ${index}`);
    return this.#changed.get(own.id) ?? own;
  }
}
