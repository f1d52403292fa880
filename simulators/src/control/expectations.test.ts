import { describe, expect, test } from '@jest/globals';
import { CompanyData } from '../seed/company-data.ts';
import { expectationsOf } from './expectations.ts';

const company = (seed: number, contacts = 5_000) => new CompanyData(seed, { contacts, jobs: 1_500 });

describe('Expectations', () => {
  test('Oddities come at their known rates', () => {
    const { contacts, jobs } = expectationsOf(company(7));
    const rates: [Record<string, number>, string, number][] = [
      [contacts, 'noEmail', 8],
      [contacts, 'sharedEmail', 3],
      [contacts, 'severalEmails', 4],
      [contacts, 'invalidEmail', 1],
      [contacts, 'companyOnly', 3],
      [jobs, 'unassigned', 12],
    ];
    expect([contacts['total'], jobs['total']]).toEqual([5_000, 1_500]);
    for (const [counts, oddity, percent] of rates) {
      const share = (100 * (counts[oddity] ?? 0)) / (counts['total'] ?? 1);
      expect(Math.abs(share - percent)).toBeLessThan(1);
    }
    expect(contacts['blanksAroundEmail']).toBeGreaterThan(0);
    expect(contacts['sharedEmailInOtherCase']).toBeGreaterThan(0);
    expect(contacts['longName']).toBeGreaterThan(0);
    expect(jobs['deadLead']).toBeGreaterThan(0);
    expect(jobs['cancelled']).toBeGreaterThan(0);
  });

  test('Expectations follow a change of the data', () => {
    const data = company(7, 50);
    const before = expectationsOf(data).contacts['noEmail'] ?? 0;
    const withEmail = data.contacts.slice(0, 50).find(({ emailAddresses }) => emailAddresses.length === 1);
    data.contacts.change(withEmail?.id ?? '', () => ({ emailAddresses: [] }));
    expect(expectationsOf(data).contacts['noEmail']).toBe(before + 1);
  });
});
