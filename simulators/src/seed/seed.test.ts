import { describe, expect, test } from '@jest/globals';
import { CompanyData } from './company-data.ts';
import { emailKindAt, emailsAt } from './emails.ts';
import { contactIdAt, contactIndexOf } from './ids.ts';

const company = (seed: number, contacts = 5_000) => new CompanyData(seed, { contacts, jobs: 1_500 });

describe('Seeded data', () => {
  test('The same seed gives the same contacts and jobs', () => {
    expect(company(7).contacts.slice(100, 50)).toEqual(company(7).contacts.slice(100, 50));
    expect([...company(7).jobs.all().values()]).toEqual([...company(7).jobs.all().values()]);
  });

  test('Another seed gives other contacts', () => {
    expect(company(7).contacts.slice(0, 20)).not.toEqual(company(8).contacts.slice(0, 20));
  });

  test('The first contacts do not depend on how many there are', () => {
    expect(company(7, 60).contacts.slice(0, 60)).toEqual(company(7, 5_000).contacts.slice(0, 60));
  });

  test('An id leads back to its contact, and an id of another company to none', () => {
    expect(contactIndexOf(7, contactIdAt(7, 4_321))).toBe(4_321);
    expect(contactIndexOf(8, contactIdAt(7, 4_321))).toBeNull();
    expect(company(7).contacts.get('not-an-id')).toBeNull();
  });

  test('All ids are different', () => {
    const data = company(7);
    const ids = [...data.contacts.all()].flatMap(({ id, emailAddresses, phoneNumbers }) => [
      id,
      ...emailAddresses.map((email) => email.id),
      ...phoneNumbers.map((phone) => phone.id),
    ]);
    const jobIds = [...data.jobs.all().values()].flatMap(({ id, contacts }) => [
      id,
      ...contacts.map((contact) => contact.id),
    ]);
    expect(new Set([...ids, ...jobIds]).size).toBe(ids.length + jobIds.length);
  });

  test('A contact that shares its email, in other letters too, has the address of an earlier one', () => {
    const seen = new Set<string>();
    let shared = 0;
    for (let index = 0; index < 20_000; index += 1) {
      const addresses = emailsAt(7, index).map(({ address }) => address.toLowerCase());
      if (emailKindAt(7, index).startsWith('shared')) {
        shared += 1;
        expect(seen).toContain(addresses[0]);
      }
      for (const address of addresses) seen.add(address);
    }
    expect(shared).toBeGreaterThan(100);
  });

  test('2,000 jobs refer to about half of 5,000 contacts, some of these more than once', () => {
    const data = new CompanyData(7, { contacts: 5_000, jobs: 2_000 });
    const named = [...data.jobs.all().values()].flatMap(({ contacts }) => contacts);
    const present = named.filter(({ contactId }) => data.contacts.get(contactId) !== null);
    const share = new Set(present.map(({ contactId }) => contactId)).size / 5_000;
    expect(share).toBeGreaterThan(0.42);
    expect(share).toBeLessThan(0.55);
    expect(present.length).toBeGreaterThan(share * 5_000 * 1.05);
  });

  test('Of several email addresses the primary one is not the first', () => {
    const several = company(7)
      .contacts.slice(0, 500)
      .filter(({ emailAddresses }) => emailAddresses.length > 1);
    expect(several.length).toBeGreaterThan(0);
    for (const { emailAddresses } of several) {
      expect(emailAddresses[0]?.primary).toBe(false);
      expect(emailAddresses.filter(({ primary }) => primary)).toHaveLength(1);
    }
  });
});
