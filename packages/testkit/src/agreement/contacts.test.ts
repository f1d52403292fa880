import { describe, expect, test } from '@jest/globals';
import { differences } from './contacts.ts';
import type { SourceContact, TargetRecord } from '../simulated-records.ts';

const source = (id: string, address?: string): SourceContact => ({
  id,
  firstName: 'Ann',
  lastName: `No ${id}`,
  companyName: null,
  crossReference: null,
  phoneNumbers: [],
  mailingAddress: null,
  emailAddresses: address === undefined ? [] : [{ address, primary: true }],
});

const target = (
  id: string,
  email: string | null = null,
  change: Partial<TargetRecord> = {},
): TargetRecord => ({
  id: `9${id}`,
  created: 1,
  updated: 0,
  properties: { acculynx_contact_id: id, firstname: 'Ann', lastname: `No ${id}`, email },
  ...change,
});

describe('The comparison of AccuLynx and HubSpot', () => {
  test('When every contact arrived once, then there is no difference', () => {
    const contacts = [source('1', ' A@b.com'), source('2', 'a@B.com'), source('3')];
    expect(differences(contacts, [target('1', 'a@b.com'), target('2'), target('3')])).toEqual([]);
  });

  test.each([
    ['a contact is lost', [], /missing/],
    ['a contact is there twice', [target('1', 'a@b.com'), target('1')], /2 times/],
    ['a contact was created twice', [target('1', 'a@b.com', { created: 2 })], /created 2 times/],
    ['an email was lost', [target('1')], /nowhere/],
    ['an email belongs to another contact', [target('1', 'x@b.com')], /not its own/],
    ['an unknown contact is there', [target('1', 'a@b.com'), target('7')], /not in AccuLynx/],
  ])('When %s, then it is reported', (_, records, text) => {
    expect(differences([source('1', 'a@b.com')], records).join('\n')).toMatch(text);
  });
});
