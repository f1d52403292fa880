import { describe, expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { aSyncDeadLetter, aSyncedRecord } from '../../testing/a-sync.ts';
import { kindText, nameText, recordLinks } from './record-links.ts';

const portal = aConnection();
const systems = (record: Parameters<typeof recordLinks>[0]) =>
  recordLinks(record, portal).map(({ text }) => text);

describe('The links of a record', () => {
  test('When it is in HubSpot, then they lead to its page there and in AccuLynx', () => {
    expect(recordLinks(aSyncedRecord(), portal)).toEqual([
      {
        text: 'AccuLynx',
        href: 'https://my.acculynx.com/contacts/0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60/overview',
      },
      { text: 'HubSpot', href: 'https://app.hubspot.com/contacts/244111/record/0-1/501' },
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
