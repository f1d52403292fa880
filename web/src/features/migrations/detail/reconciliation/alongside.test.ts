import { describe, expect, test } from '@jest/globals';
import type { Tally } from '@ridgeline/contracts';
import { aTally } from '../../../../testing/an-account.ts';
import { alongside } from './account-rows.ts';

const none = aTally();
const account = { source: 9, created: 9, updated: 0, unchanged: 0, skipped: 0, failed: 0, difference: 0 };
const own = { ...account, skippedByReason: {}, failedByReason: {} };

const told = (tallies: Readonly<Record<string, Tally>>) => alongside({ ...own, alongside: tallies });

describe('What came along with jobs', () => {
  test('When contacts and associations came along, then each is described in its own words, contacts first', () => {
    const [contacts, associations] = told({
      job_contact: {
        ...none,
        created: 1212,
        unchanged: 40,
        skipped: 3,
        failed: 1,
        skippedByReason: { contact_not_in_hubspot: 3 },
        failedByReason: { refused: 1 },
      },
      contact: {
        ...none,
        created: 800,
        skipped: 3,
        skippedByReason: { no_email: 3 },
        warnedByReason: { email_in_use: 2 },
      },
    });
    expect(contacts).toEqual({
      kind: 'contact',
      title: 'Contacts',
      lines: [
        { count: 800, text: 'created' },
        { count: 3, text: 'skipped', reasons: [{ text: 'No email address in AccuLynx', count: 3 }] },
      ],
      warnings: [{ text: 'Another HubSpot contact has the email address', count: 2 }],
    });
    expect(associations).toEqual({
      kind: 'job_contact',
      title: 'Associations',
      lines: [
        { count: 1212, text: 'made' },
        { count: 40, text: 'present' },
        { count: 1, text: 'failed', reasons: [{ text: 'HubSpot refused it', count: 1 }] },
        {
          count: 3,
          text: 'without a contact',
          reasons: [{ text: 'The contact is not in HubSpot', count: 3 }],
        },
      ],
      warnings: [],
    });
  });

  test('When an outcome has no word of its own, then it is listed once it occurs', () => {
    const [associations] = told({ job_contact: { ...none, created: 1, updated: 2 } });
    expect(associations?.lines.map(({ count, text }) => `${count} ${text}`)).toEqual([
      '1 made',
      '0 present',
      '0 failed',
      '0 without a contact',
      '2 updated',
    ]);
  });

  test('When none of a kind came along, then it has no lines', () => {
    expect(told({ contact: none })[0]?.lines).toEqual([]);
  });

  test('When a kind or a reason is not known here, then it still reads as words, behind those that are', () => {
    const tallies = told({
      job_photo: { ...none, failed: 2, failedByReason: { too_large: 2 } },
      contact: none,
    });
    expect(tallies.map(({ title }) => title)).toEqual(['Contacts', 'Job photo']);
    expect(tallies[1]).toMatchObject({
      lines: [{ count: 2, text: 'failed', reasons: [{ text: 'Too large', count: 2 }] }],
    });
  });

  test('When an account of an earlier release has no such counts, then nothing is listed', () => {
    expect(alongside(own)).toEqual([]);
  });
});
