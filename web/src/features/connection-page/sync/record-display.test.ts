import { expect, test } from '@jest/globals';
import { aSyncDeadLetter, aSyncedRecord } from '../../../testing/a-sync.ts';
import { delayText, failureOf, outcomeLook, propertyText, remarksOf } from './record-display.ts';

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
      text: 'No data that HubSpot can store',
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
