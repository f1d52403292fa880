import { describe, expect, test } from '@jest/globals';
import { checkRegistration, checkSignIn, registrationFailureTitle } from './account-forms.ts';

const filled = {
  firstName: '',
  lastName: '',
  email: 'dana@summit.example',
  password: 'long enough',
  confirmPassword: 'long enough',
};

describe('Signing in', () => {
  test('When nothing is filled in, then each field has its own text', () => {
    expect(checkSignIn({ email: ' ', password: '', rememberMe: false })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
  });

  test('When the e-mail is malformed, then the text asks for a valid one', () => {
    expect(checkSignIn({ email: 'dana@', password: 'x', rememberMe: false })).toEqual({
      email: 'Please enter a valid email address',
    });
  });
});

describe('Creating an account', () => {
  test('When all but the names is filled in, then nothing is wrong', () => {
    expect(checkRegistration(filled)).toEqual({});
  });

  test('When the password has 7 characters, then the minimum of 8 is named', () => {
    const password = '1234567';
    expect(checkRegistration({ ...filled, password, confirmPassword: password })).toEqual({
      password: 'Password must be at least 8 characters',
    });
  });

  test('When the passwords differ or the second is missing, then the second field says so', () => {
    expect(checkRegistration({ ...filled, confirmPassword: 'other' }).confirmPassword).toBe(
      "Passwords don't match",
    );
    expect(checkRegistration({ ...filled, confirmPassword: '' }).confirmPassword).toBe(
      'Please confirm your password',
    );
  });

  test('When the server misses the e-mail or the password, then the title is its own', () => {
    expect(registrationFailureTitle('auth.email_and_password_required')).toBe('Registration Error');
    expect(registrationFailureTitle('auth.email_taken')).toBe('Registration failed');
  });
});
