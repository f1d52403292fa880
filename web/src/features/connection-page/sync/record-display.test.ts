import { describe, expect, test } from '@jest/globals';
import { aConnection } from '../../../testing/a-connection.ts';
import { aSyncDeadLetter, aSyncedRecord } from '../../../testing/a-sync.ts';
import {
  delayText,
  failureOf,
  kindText,
  nameText,
  outcomeLook,
  propertyText,
  recordLinks,
  remarksOf,
} from './record-display.ts';

const portal = aConnection();
const systems = (record: Parameters<typeof recordLinks>[0]) =>
  recordLinks(record, portal).map(({ system }) => system);

describe('The links of a record', () => {
  test('When it is in HubSpot, then they lead to its page there and in AccuLynx', () => {
    expect(recordLinks(aSyncedRecord(), portal)).toEqual([
      {
        system: 'AccuLynx',
        href: 'https://my.acculynx.com/contacts/0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60/overview',
      },
      { system: 'HubSpot', href: 'https://app.hubspot.com/contacts/244111/record/0-1/501' },
    ]);
  });

  test('When it failed, then HubSpot is searched for its name; when it was skipped, then it is not there', () => {
    expect(recordLinks(aSyncDeadLetter(), portal)[1]?.href).toMatch(/query=Ann%20Smith$/);
    expect(systems(aSyncDeadLetter({ name: null }))).toEqual(['AccuLynx']);
    expect(systems(aSyncedRecord({ outcome: 'skipped', hubspotId: null }))).toEqual(['AccuLynx']);
  });

  test('When it is an association, then it has no page', () => {
    expect(
      systems(aSyncedRecord({ kind: 'job_contact', sourceId: 'a/b', hubspotId: null, name: null })),
    ).toEqual([]);
  });
});

test('A record is named by its kind in AccuLynx and its name, else by its id', () => {
  expect([kindText({ kind: 'job' }), kindText({ kind: 'some_new_kind' })]).toEqual(['Job', 'Some new kind']);
  expect(nameText(aSyncedRecord({ name: null, sourceId: 'c-1' }))).toBe('c-1');
});

test('When a record was copied with warnings, then it is amber, and each warning has its words and its fix', () => {
  const record = aSyncedRecord({ warnings: ['email_in_use', 'text_cut'] });
  expect(outcomeLook(record)).toEqual({ tone: 'warning', text: 'Updated' });
  expect(outcomeLook(aSyncedRecord())).toEqual({ tone: 'success', text: 'Updated' });
  expect(remarksOf(record)).toMatchObject([
    { text: 'Another HubSpot contact has the email address', fix: expect.stringContaining('merge them') },
    { code: 'text_cut' },
  ]);
});

test('When a record was skipped, then its reason has a fix that asks for no migration', () => {
  const skipped = aSyncedRecord({ outcome: 'skipped', reason: 'nothing_to_write' });
  expect(remarksOf(skipped)).toEqual([
    {
      code: 'nothing_to_write',
      text: 'Nothing in AccuLynx that HubSpot could hold',
      fix: 'Give the contact a name, a company or an email address in AccuLynx, then auto-sync copies it.',
    },
  ]);
});

test('When a failed record has a reason of a later release, then its code reads as words; without one its message stands', () => {
  expect(failureOf(aSyncDeadLetter())).toMatchObject({
    text: 'HubSpot does not accept the email address',
    fix: 'Correct the email address in AccuLynx, then retry it.',
  });
  expect(failureOf(aSyncDeadLetter({ reason: 'some_new_reason' })).text).toBe('Some new reason');
  expect(failureOf(aSyncDeadLetter({ reason: null, message: 'no answer for a day' })).text).toBe(
    'No answer for a day',
  );
});

test('A property reads as HubSpot labels it, and the delay is from the change to the copy', () => {
  expect([propertyText('phone'), propertyText('acculynx_new_one')]).toEqual([
    'Phone Number',
    'Acculynx new one',
  ]);
  expect(delayText(aSyncedRecord())).toBe('4 s');
});
