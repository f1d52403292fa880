import { describe, expect, test } from '@jest/globals';
import { aUser } from '../../testing/a-user.ts';
import { hasEnded, noAccount, shownUser, withAnswer, withDeparture, withEndElsewhere } from './account.ts';

const dana = aUser();

describe('Who is signed in', () => {
  test('When no one ever was, then nothing has ended', () => {
    expect(hasEnded(noAccount, null)).toBe(false);
    expect(shownUser(noAccount, null)).toBeNull();
  });

  test('When the server no longer knows a signed-in person, then the session has ended and the page stays', () => {
    const account = withAnswer(noAccount, dana);
    expect(hasEnded(account, null)).toBe(true);
    expect(shownUser(account, null)).toBe(dana);
  });

  test('When a person leaves, then the answer that is still there does not bring them back', () => {
    const account = withAnswer(withDeparture('signed-out', dana), dana);
    expect(account.left?.how).toBe('signed-out');
    expect(shownUser(account, dana)).toBeNull();
    expect(hasEnded(account, null)).toBe(false);
  });

  test('When a user signs in afterwards, then they are known and nothing is left', () => {
    const next = aUser({ id: 2 });
    const account = withAnswer(withDeparture('expired', dana), next);
    expect(account).toEqual({ ...noAccount, known: next });
    expect(shownUser(account, next)).toBe(next);
  });

  test('When another tab signs out, then the end is no expiry, and no user is shown any more', () => {
    const account = withAnswer(withEndElsewhere(withAnswer(noAccount, dana), true), null);
    expect(hasEnded(account, null)).toBe(false);
    expect(account.left?.how).toBe('elsewhere');
    expect(shownUser(account, null)).toBeNull();
  });

  test('When signing out in another tab failed, then a later end is an expiry again', () => {
    const announced = withEndElsewhere(withAnswer(noAccount, dana), true);
    const account = withAnswer(withEndElsewhere(announced, false), null);
    expect(hasEnded(account, null)).toBe(true);
  });

  test('When an answer tells nothing new, then the account is the same', () => {
    const account = withAnswer(noAccount, dana);
    expect(withAnswer(account, dana)).toBe(account);
    expect(withAnswer(account, undefined)).toBe(account);
  });
});
