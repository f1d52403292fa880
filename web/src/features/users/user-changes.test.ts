import { describe, expect, test } from '@jest/globals';
import { aUser } from '../../testing/a-user.ts';
import { changesOf, checkChanges, valuesOf } from './use-users.ts';

describe('Editing a user', () => {
  const values = valuesOf(aUser());

  test('When nothing differs but blanks around it, then nothing is sent', () => {
    expect(changesOf(aUser(), values)).toEqual({});
    expect(changesOf(aUser(), { ...values, firstName: ' Dana ' })).toEqual({});
  });

  test('When a field is emptied, then it is not sent', () => {
    expect(changesOf(aUser(), { ...values, firstName: '', email: ' ', lastName: 'Reyes' })).toEqual({
      lastName: 'Reyes',
    });
  });

  test('When the email is malformed, then its field says so; an unchanged one is not checked', () => {
    expect(checkChanges(aUser(), { ...values, email: 'dana@' })).toEqual({
      email: 'Please enter a valid email address',
    });
    expect(checkChanges(aUser({ email: 'odd' }), { ...values, email: 'odd' })).toEqual({});
  });
});
