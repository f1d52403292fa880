import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { newConnectionSchema } from '../connection.ts';
import { pathIdSchema } from '../fields.ts';
import { newMigrationSchema } from '../migration.ts';
import { credentialsSchema } from '../user.ts';
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
      { email: 'nobody', password: jwe },
      'auth.email_invalid',
      { email: 'Please enter a valid email address' },
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
      'connection.acculynx_key_too_short',
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

  test('When a value is missing for which there is no text, then it is Required', () => {
    expect(problemsOf(newMigrationSchema, { migrationType: 'contacts' }).fields).toEqual({
      connectionId: 'Please select at least one connection',
    });
  });
});
