import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { passwordResetSchema } from '../account.ts';
import { listActivity } from '../activity.ts';
import { userChangeSchema, usersByIds } from '../administration.ts';
import { newConnectionSchema } from '../connections/index.ts';
import { pathIdSchema } from '../fields.ts';
import { getMigrationLogs } from '../migrations/migration.ts';
import { newMigrationSchema } from '../migrations/new-migration.ts';
import { credentialsSchema, registrationSchema } from '../user.ts';
import { fieldErrors, type FieldErrors } from './field-errors.ts';

function problemsOf(schema: z.ZodType, value: unknown): FieldErrors {
  const { error } = schema.safeParse(value, { reportInput: true });
  if (!error) throw new Error('The value was accepted');
  return fieldErrors(error);
}

const jwe = { protected: 'p', encrypted_key: 'k', iv: 'i', ciphertext: 'c', tag: 't' };

describe('The texts of wrong fields', () => {
  test.each([
    [credentialsSchema, { email: '', password: jwe }, 'auth.email_required', { email: 'Email is required' }],
    [credentialsSchema, { password: jwe }, 'auth.email_required', { email: 'Email is required' }],
    [
      credentialsSchema,
      { email: 'not-an-email', password: jwe },
      'auth.email_invalid',
      { email: 'Please enter a valid email address' },
    ],
    [
      credentialsSchema,
      { email: 5, password: jwe },
      'auth.email_invalid',
      { email: 'Please enter a valid email address' },
    ],
    [
      credentialsSchema,
      { email: null, password: jwe },
      'auth.email_required',
      { email: 'Email is required' },
    ],
    [credentialsSchema, { email: 'a@b.co' }, 'auth.password_required', { password: 'Password is required' }],
    [
      credentialsSchema,
      { email: 'a@b.co', password: 'open secret' },
      'auth.password_unprotected',
      { password: 'The password must be sent in protected form, not as plain text' },
    ],
    [
      newConnectionSchema,
      { name: ' ab ', acculynxApiKey: 'k', hubspotPat: 'p' },
      'connection.name_too_short',
      {
        name: 'Name must be at least 3 characters',
        acculynxApiKey: 'Please enter a valid Acculynx API key',
        hubspotPat: 'Please enter a valid HubSpot Private Access Token',
      },
    ],
    [
      newMigrationSchema,
      { connectionId: 1, migrationType: 'leads' },
      'migration.type_required',
      { migrationType: 'Please select a migration type' },
    ],
    [
      newMigrationSchema,
      { connectionId: 1, migrationType: 'contacts', includeNoEmailContacts: 'yes' },
      'request.invalid',
      { includeNoEmailContacts: 'Expected boolean, received string' },
    ],
  ])('When %# is sent, then each field has its text', (schema, value, code, fields) => {
    const problems = problemsOf(schema, value);
    expect(problems.code).toBe(code);
    expect(problems.fields).toEqual(fields);
  });

  test.each(['0', '1e3', ' 1', '0x1', '2147483648', '99999999999'])(
    'When an id in a path is %j, then there is nothing there',
    (id) => {
      expect(problemsOf(pathIdSchema, id).code).toBe('request.not_found');
    },
  );

  test.each([
    [listActivity.query, { limit: '0' }, { limit: 'Must be at least 1' }],
    [listActivity.query, { limit: '201' }, { limit: 'Must be at most 200' }],
    [listActivity.query, { search: 'x'.repeat(101) }, { search: 'Must be at most 100 characters' }],
    [listActivity.query, { action: 'sign' }, { action: expect.stringMatching(/^Must be one of: sign-in, /) }],
    [userChangeSchema, { companyId: 'x'.repeat(41) }, { companyId: 'There is no company with this ID' }],
    [z.object({ delay: z.number().positive() }), { delay: 0 }, { delay: 'Must be more than 0' }],
    [usersByIds.query, { ids: '1,'.repeat(201) }, { ids: 'Must be at most 200 entries' }],
  ])(
    'When a value breaks a bound, then the text names the bound in plain words (%#)',
    (schema, value, fields) => {
      expect(problemsOf(schema, value).fields).toEqual(fields);
    },
  );

  test.each([
    ['1, 2,,', [1, 2]],
    ['1,abc', [1]],
    ['0x1,1e0,-2,1.5,01,21474836470,2', [2]],
    ['abc', []],
    ['', []],
  ])('When people are asked for by %j, then what is no id is left out', (ids, asked) => {
    expect(usersByIds.query.parse({ ids })).toEqual({ ids: asked });
  });

  test.each([true, [5], '0x1', '1e0', ' 1', '', null, 0, 1.5, '2147483648'])(
    'The user of a reset link is not %j',
    (userId) => {
      const { code, fields } = problemsOf(passwordResetSchema, { token: 't', userId, password: jwe });
      expect([code, fields]).toEqual([
        'auth.reset_link_invalid',
        { userId: 'Invalid reset token or user ID.' },
      ]);
    },
  );

  test.each([7, '7'])('The user of a reset link is %j as text and as a number', (userId) => {
    expect(passwordResetSchema.parse({ token: 't', userId, password: jwe }).userId).toBe(7);
  });

  test('When a value is missing for which there is no text, then it is Required', () => {
    expect(problemsOf(newMigrationSchema, { migrationType: 'contacts' }).fields).toEqual({
      connectionId: 'Please select at least one connection',
    });
  });

  test.each([
    [{}, 'Required'],
    [{ name: 5 }, 'Expected string, received number'],
    [{ name: null }, 'Expected string, received null'],
    [{ name: 'x'.repeat(9) }, 'name: Must be at most 5 characters'],
  ])('When %j is sent, then the answer says %j, and the field is named beside it', (sent, text) => {
    const problems = problemsOf(z.object({ name: z.string().max(5) }), sent);
    expect(problems.text).toBe(text);
    expect(problems.fields).toEqual({ name: text.replace('name: ', '') });
  });

  test('When nothing is sent for a connection, then the first field of the form is the answer', () => {
    const problems = problemsOf(newConnectionSchema, {});
    expect(problems.text).toBe('Name must be at least 3 characters');
    expect(Object.keys(problems.fields)).toEqual(['name', 'acculynxApiKey', 'hubspotPat']);
  });

  test.each(['abc', '0', '10001', '1.5', ''])(
    'When the number of log lines is %j, then the range is named',
    (limit) => {
      expect(problemsOf(getMigrationLogs.query, { limit }).fields).toEqual({
        limit: 'Limit must be a whole number from 1 to 10000',
      });
    },
  );
});

describe('An invisible name', () => {
  const connection = (name: string) => ({ name, acculynxApiKey: 'key-00001', hubspotPat: 'pat-00001' });
  const [hidden, wideSpace, filler, braille] = ['\u200b', '\u3000', '\u3164', '\u2800'];

  test.each([
    ['zero-width characters', hidden.repeat(5)],
    ['right-to-left marks and overrides', '\u200f\u202e\u2067\u061c'],
    ['wide spaces between zero-width ones', `${hidden}${wideSpace}${hidden}${wideSpace}`],
    ['fillers and blank patterns', `${filler}${braille}\u034f\u00ad\ufe0f`],
    ['one letter with invisible company', `${hidden}a${hidden}`],
  ])('When a connection is named with %s, then it counts as too short', (_, name) => {
    expect(problemsOf(newConnectionSchema, connection(name)).code).toBe('connection.name_too_short');
  });

  test.each([
    '\u05d2\u05d2\u05d5\u05ea',
    '\u0645\u200c\u0628',
    'A B',
    'Roof \u{1f469}\u200d\u{1f527}',
    '\u200fabc',
  ])('When a name has visible characters (%j), then it is taken as it is', (name) => {
    expect(newConnectionSchema.parse(connection(name)).name).toBe(name);
  });

  test.each(Array.from('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'))(
    'When a name would turn the words around it (%j), then it is refused',
    (turning) => {
      const name = `nnA${turning} refooR`;
      expect(problemsOf(newConnectionSchema, connection(name)).code).toBe('request.characters');
      const person = { email: 'a@b.co', password: jwe, firstName: name, lastName: name, username: name };
      expect(Object.keys(problemsOf(registrationSchema, person).fields)).toEqual([
        'username',
        'firstName',
        'lastName',
      ]);
      const reason = { accessRevokedReason: name };
      expect(problemsOf(userChangeSchema, reason).code).toBe('request.characters');
    },
  );

  test("When a person's name has nothing visible, then it counts as none", () => {
    const person = { email: 'a@b.co', password: jwe, firstName: ` ${hidden} `, lastName: 'O\u200dNeil ' };
    expect(registrationSchema.parse(person)).toMatchObject({ firstName: '', lastName: 'O\u200dNeil' });
  });
});
