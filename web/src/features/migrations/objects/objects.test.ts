import { expect, test } from '@jest/globals';
import { aMigration } from '../../../testing/a-migration.ts';
import { anyRecords, typeText } from '../record-words.ts';
import { objectViews } from './index.ts';

test('Every type stands under its own name', () => {
  for (const [name, { type }] of Object.entries(objectViews)) expect(type.migrationType).toBe(name);
});

test("The details tell each type's own choice", () => {
  const migration = aMigration({ includeNoEmailContacts: false, enumerativeErrorStrategy: 'ADD_OPTION' });
  expect(objectViews.contacts.chosen(migration)).toEqual({ label: 'Include no-email contacts', value: 'No' });
  expect(objectViews.jobs.chosen(migration)).toEqual({
    label: 'Property strategy',
    value: 'Add the option in HubSpot',
  });
});

test('Types are named by what they copy', () => {
  expect(typeText('jobs')).toBe('Jobs');
  expect(anyRecords).toBe('contacts or jobs');
});
