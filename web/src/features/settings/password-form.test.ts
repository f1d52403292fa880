import { describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import {
  blamePassword,
  checkPasswords,
  noPasswords,
  isUnreadableSuccess,
  passwordFailure,
} from './password-form.ts';

const filled = { currentPassword: 'old', newPassword: 'long enough', confirmPassword: 'long enough' };

const refusal = (code: string, message: string) =>
  new ApiError(400, message, { error: message, message, code });

describe('Changing a password', () => {
  test('When nothing is filled in, then each field has its own text', () => {
    expect(checkPasswords(noPasswords)).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'Password must be at least 8 characters',
      confirmPassword: 'Please confirm your new password',
    });
  });

  test('When the new password has 7 characters, then the minimum of 8 is named', () => {
    expect(checkPasswords({ ...filled, newPassword: '1234567', confirmPassword: '1234567' })).toEqual({
      newPassword: 'Password must be at least 8 characters',
    });
  });

  test('When the repeated password differs, then it says so; when all is right, nothing is wrong', () => {
    expect(checkPasswords({ ...filled, confirmPassword: 'long enougH' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
    expect(checkPasswords(filled)).toEqual({});
  });

  test('When the server refuses a password, then the text is shown at the field that it is about', () => {
    expect(
      blamePassword(refusal('auth.current_password_wrong', 'The current password is incorrect')),
    ).toEqual({
      currentPassword: 'The current password is incorrect',
    });
    expect(blamePassword(refusal('auth.password_common', 'Too common'))).toEqual({
      newPassword: 'Too common',
    });
    expect(blamePassword(refusal('request.too_many', 'Wait'))).toEqual({});
    expect(blamePassword(new Error('odd'))).toEqual({});
  });

  test("When the answer is neither JSON nor 200, then it is an 'Invalid server response'", () => {
    const page = new ApiError(502, '<html>Bad gateway</html>', null);
    expect(passwordFailure(page)).toMatchObject({ message: 'Invalid server response', status: 502 });
  });

  test('When the answer is 200 and no JSON, then the password is changed', () => {
    expect(isUnreadableSuccess(new SyntaxError('Unexpected token'))).toBe(true);
    expect(isUnreadableSuccess(new ApiError(200, 'It was not changed', null))).toBe(false);
    expect(isUnreadableSuccess(new ApiError(502, '<html>Bad gateway</html>', null))).toBe(false);
  });

  test('When the failure is of any other kind, then it stays what it is', () => {
    const failures = [
      refusal('request.too_many', 'Wait'),
      new ApiError(500, '{"odd":true}', null),
      new ConnectionError(null),
    ];
    for (const failure of failures) expect(passwordFailure(failure)).toBe(failure);
  });
});
