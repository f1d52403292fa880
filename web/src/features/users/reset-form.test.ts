import { describe, expect, test } from '@jest/globals';
import { resetProblems, typingErrors } from './ResetPasswordDialog.tsx';

describe("Resetting a user's password", () => {
  const texts = (newPassword: string, confirmPassword: string) =>
    resetProblems({ newPassword, confirmPassword }).map(({ title, text }) => [title, text]);

  test('When it is under 8 characters, then both texts name the minimum', () => {
    expect(texts('1234567', '1234567')).toEqual([
      ['Password too short', 'Password must be at least 8 characters long'],
    ]);
  });

  test('When the two differ, then the texts say so', () => {
    expect(texts('long enough', 'long')).toEqual([
      ['Password mismatch', 'The passwords you entered do not match'],
    ]);
  });

  test('When both are filled, equal and long enough, then nothing is in the way', () => {
    expect(texts('12345678', '12345678')).toEqual([]);
    expect(texts('', '')).toHaveLength(1);
  });

  test('When a field is still empty, then nothing is said beside it', () => {
    expect(typingErrors({ newPassword: '', confirmPassword: '' })).toEqual({});
    expect(typingErrors({ newPassword: 'long enough', confirmPassword: '' })).toEqual({});
    expect(typingErrors({ newPassword: '1234', confirmPassword: '12' })).toEqual({
      newPassword: 'Password must be at least 8 characters long',
      confirmPassword: 'The passwords you entered do not match',
    });
  });
});
