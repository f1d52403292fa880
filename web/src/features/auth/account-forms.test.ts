import { describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import {
  checkForgot,
  checkNewPassword,
  checkRegistration,
  checkSignIn,
  missingBothText,
  registrationFailureTitle,
} from './account-forms.ts';

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

  test('When the email is malformed, then the text asks for a valid one', () => {
    expect(checkSignIn({ email: 'dana@', password: 'x', rememberMe: false })).toEqual({
      email: 'Please enter a valid email address',
    });
  });
});

describe('Creating an account', () => {
  test('When all but the names is filled in, then nothing is wrong', () => {
    expect(checkRegistration(filled)).toEqual({});
  });

  test('When email and password are both empty, then it is said once for both, beside what each field says', () => {
    const empty = { ...filled, email: ' ', password: '' };
    const errors = checkRegistration(empty);
    expect(errors).toMatchObject({ email: 'Email is required', password: 'Password is required' });
    expect(missingBothText(empty, errors)).toBe('Email and password are required');
    expect(missingBothText(empty, { email: 'Email is required' })).toBeNull();
    const noPassword = { ...filled, password: '' };
    expect(missingBothText(noPassword, checkRegistration(noPassword))).toBeNull();
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

  test('When the server misses the email or the password, or the failure is unexpected, then the title is its own', () => {
    const refusal = (code: string) => new ApiError(400, 'Text', { error: 'Text', message: 'Text', code });
    expect(registrationFailureTitle(refusal('auth.email_and_password_required'))).toBe('Registration Error');
    expect(registrationFailureTitle(new Error('a defect'))).toBe('Registration Error');
    expect(registrationFailureTitle(refusal('auth.email_taken'))).toBe('Registration failed');
    expect(registrationFailureTitle(new ConnectionError(null))).toBe('Registration failed');
  });
});

describe('A forgotten password', () => {
  test('When the email is missing or malformed, then the field says so', () => {
    expect(checkForgot({ email: '' })).toEqual({ email: 'Email is required' });
    expect(checkForgot({ email: 'dana' })).toEqual({ email: 'Please enter a valid email address' });
    expect(checkForgot({ email: ' dana@summit.example ' })).toEqual({});
  });

  test('When the new one has 5 characters, then the minimum of 6 is named; 6 are enough', () => {
    expect(checkNewPassword({ password: '12345', confirmPassword: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    });
    expect(checkNewPassword({ password: '123456', confirmPassword: '123456' })).toEqual({});
  });

  test('When it is not repeated, or otherwise, then the second field says so', () => {
    expect(checkNewPassword({ password: '123456', confirmPassword: '' })).toEqual({
      confirmPassword: 'Please confirm your password',
    });
    expect(checkNewPassword({ password: '123456', confirmPassword: '123457' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });
});
