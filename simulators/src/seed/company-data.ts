import { contactAt, toSecond, type Contact } from './contacts.ts';
import type { EmailAddress } from './emails.ts';
import { contactIdAt, contactIndexOf, uuidFrom } from './ids.ts';
import { jobsOf, type Job } from './jobs.ts';
import { countContactOddities, countJobOddities } from './oddities.ts';

/** What one AccuLynx company holds: seeded records, computed when asked for, under the changes made since. */
export class CompanyData {
  readonly seed: number;
  readonly seededContacts: number;
  readonly #seededJobs: number;
  readonly #changed = new Map<string, Contact>();
  readonly #created: Contact[] = [];
  #jobs: Map<string, Job> | undefined;
  /** Grows with every change, so that views of the data can be kept until then. */
  version = 0;

  constructor(seed: number, size: { readonly contacts: number; readonly jobs: number }) {
    this.seed = seed;
    this.seededContacts = size.contacts;
    this.#seededJobs = size.jobs;
  }

  get contactCount(): number {
    return this.seededContacts + this.#created.length;
  }

  /** The contacts at the given positions of the listing, which is in order of entry; positions beyond it are left out. */
  contacts(from: number, count: number): Contact[] {
    const until = Math.min(from + count, this.contactCount);
    const page: Contact[] = [];
    for (let index = from; index < until; index += 1) page.push(this.#contactAt(index));
    return page;
  }

  *allContacts(): Generator<Contact> {
    for (let index = 0; index < this.contactCount; index += 1) yield this.#contactAt(index);
  }

  contact(id: string): Contact | null {
    const index = contactIndexOf(this.seed, id.toLowerCase());
    return index === null || index >= this.contactCount ? null : this.#contactAt(index);
  }

  /** Adds a contact at the end of the listing; it gets the next id. */
  addContact(fields: Omit<Contact, 'id' | 'createdDate'>, now: number): Contact {
    const contact = { ...fields, id: contactIdAt(this.seed, this.contactCount), createdDate: toSecond(now) };
    this.#created.push(contact);
    this.version += 1;
    return contact;
  }

  /** Replaces fields of a contact; null when there is none of that id. */
  changeContact(id: string, change: (contact: Contact) => Partial<Contact>): Contact | null {
    const contact = this.contact(id);
    if (contact === null) return null;
    const changed = { ...contact, ...change(contact), id: contact.id };
    this.#changed.set(contact.id, changed);
    this.version += 1;
    return changed;
  }

  /** An id for a new e-mail address or phone number of a contact. */
  newPartId(contact: Contact): string {
    return uuidFrom(
      this.seed,
      this.version + 1,
      contact.emailAddresses.length + contact.phoneNumbers.length + 1000,
    );
  }

  /** A contact's addresses with another primary one; null leaves none. */
  replacedEmail(contact: Contact, address: string | null): EmailAddress[] {
    if (address === null) return [];
    const others = contact.emailAddresses.filter(({ primary }) => !primary);
    return [...others, { id: this.newPartId(contact), address, type: 'Personal', primary: true }];
  }

  jobs(): ReadonlyMap<string, Job> {
    this.#jobs ??= new Map(
      jobsOf(this.seed, this.#seededJobs, this.seededContacts).map((job) => [job.id, job]),
    );
    return this.#jobs;
  }

  /** Counts by oddity, computed from the data as they are now. */
  expectations(): { contacts: Record<string, number>; jobs: Record<string, number> } {
    return {
      contacts: countContactOddities(this.allContacts()),
      jobs: countJobOddities(this.jobs().values()),
    };
  }

  #contactAt(index: number): Contact {
    const own =
      index < this.seededContacts ? contactAt(this.seed, index) : this.#created[index - this.seededContacts];
    if (own === undefined) throw new RangeError(`No contact ${index}`);
    return this.#changed.get(own.id) ?? own;
  }
}
