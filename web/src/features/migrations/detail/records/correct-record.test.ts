import { expect, test } from '@jest/globals';
import { ApiError, type RecordChanges } from '@ridgeline/contracts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { optionsOf } from './CorrectedValue.tsx';
import { correctable, objections } from './CorrectRecord.tsx';

const change = (property: string, after: string) => ({ property, label: property, before: null, after });

const refused = (field: string): RecordChanges => ({
  sourceId: 'a.1',
  kind: 'contact',
  name: 'Ann',
  outcome: 'failed',
  hubspotId: null,
  reason: 'invalid_email',
  message: 'HubSpot does not accept the email address',
  detail: null,
  field,
  changes: [
    change('acculynx_contact_id', 'a.1'),
    change('firstname', 'Ann'),
    change('some_new_one', 'x'),
    change('email', 'ann@@'),
  ],
  warnings: [],
});

const properties = (field: string) =>
  correctable(refused(field), aMigration()).map(({ definition, value }) => [definition.name, value]);

test('The value that HubSpot objects to comes first; one that it misses is there to fill in; ids are no matter of correction', () => {
  expect(properties('email')).toEqual([
    ['email', 'ann@@'],
    ['firstname', 'Ann'],
  ]);
  expect(properties('phone')[0]).toEqual(['phone', '']);
});

test("When the server refuses a correction, then its text stands at the value, whatever the record's id", () => {
  const body = {
    ...{ error: 'Wrong', message: 'Wrong', code: 'migration.correction_invalid' },
    fields: { 'corrections.a.1.email': 'Enter an email address' },
  };
  expect(objections(new ApiError(400, body.message, body), ['firstname', 'email'])).toEqual({
    email: 'Enter an email address',
  });
  expect(objections(new Error('no answer'), ['email'])).toEqual({});
});

test('A list offers what the portal has, and the present value where the portal lacks it; several and unread lists are typed', () => {
  const list = { name: 'acculynx_work_type', type: 'enumeration', fieldType: 'select' } as const;
  const known = [{ property: list.name, options: [{ value: 'roof', label: 'Roofing' }] }];
  expect(optionsOf(list, known, 'roof')).toEqual([{ value: 'roof', label: 'Roofing' }]);
  expect(optionsOf(list, known, 'Siding')?.map(({ label }) => label)).toEqual(['Siding', 'Roofing']);
  expect(optionsOf(list, undefined, '')).toEqual([{ value: '', label: 'Choose' }]);
  expect(optionsOf(list, null, 'roof')).toBeNull();
  expect(optionsOf(list, [], 'roof')).toBeNull();
  expect(optionsOf({ ...list, fieldType: 'checkbox' }, known, 'roof')).toBeNull();
  expect(optionsOf({ name: 'x', type: 'string', fieldType: 'text' }, known, 'a')).toBeNull();
  expect(optionsOf({ name: 'x', type: 'bool', fieldType: 'booleancheckbox' }, known, 'true')).toHaveLength(2);
});
