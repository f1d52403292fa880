import { describe, expect, test } from '@jest/globals';
import { anAccount } from '../testing/an-account.ts';
import { displayName, newCompanyId, toManagedUser, toUser } from './account.ts';

const account = anAccount();

describe('A user as the API shows it', () => {
  test('The hash of the password is left out', () => {
    expect(JSON.stringify(toUser(account, new Set()))).not.toContain('hash');
  });

  test('Whether a user is an administrator follows from the company', () => {
    expect(toUser(account, new Set(['co_aaaaaa', 'co_b'])).administrator).toBe(true);
    expect(toUser(account, new Set(['co_b', 'co_c'])).administrator).toBe(false);
  });
});

describe('A user as administrators see them', () => {
  test('Times are ISO 8601, and the hash is left out here too', () => {
    const managed = toManagedUser(account, new Set());
    expect(managed).toMatchObject({ createdAt: '2026-01-02T03:04:05.000Z', lastSignInAt: null });
    expect(JSON.stringify(managed)).not.toContain('hash');
  });
});

describe('How a person is called', () => {
  test.each([
    ['Ann', 'Roofer', 'Ann Roofer'],
    ['Ann', null, 'Ann'],
    [null, 'Roofer', 'Roofer'],
    [null, null, 'ann@example.com'],
  ])('With the names %s and %s it is %s', (firstName, lastName, name) => {
    expect(displayName({ firstName, lastName, email: 'ann@example.com' })).toBe(name);
  });
});

describe('A new company id', () => {
  test('It is short and readable', () => {
    expect(newCompanyId(new Set())).toMatch(/^co_[2-9a-z]{6}$/);
  });

  test("When chance picks an administrators' company, then another one is picked", () => {
    const digits = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
    const pick = (): number => digits.shift() ?? 2;
    expect(newCompanyId(new Set(['co_222222']), pick)).toBe('co_333333');
  });
});
