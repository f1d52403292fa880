import { expect, test } from '@jest/globals';
import { fixOf } from './fixes.ts';
import { recordKinds } from './kinds.ts';

const fates = ['failed', 'skipped', 'warned'] as const;

test('When auto-sync copies a record, then no fix of its outcomes asks for a migration or names a log', () => {
  const texts = recordKinds.flatMap(({ name, reasons }) =>
    fates.flatMap((fate) => Object.keys(reasons[fate]).map((code) => fixOf(fate, code, name, 'sync').text)),
  );
  expect(texts.filter((text) => /run the migration|next migration|the log says/i.test(text))).toEqual([]);
});

test('When a migration copies a record, then the fix of a failure ends with running it again', () => {
  expect(fixOf('failed', 'invalid_option', 'contact').text).toBe(
    'Add the option to the property in HubSpot, then run the migration again.',
  );
  expect(fixOf('failed', 'invalid_option', 'contact', 'sync').text).toBe(
    'Add the option to the property in HubSpot, then retry it.',
  );
});

test('When a reason is not known here, then its fix leads to both records', () => {
  expect(fixOf('failed', 'of_a_later_release', 'contact', 'sync').places).toEqual(['acculynx', 'hubspot']);
});
