import { describe, expect, test } from '@jest/globals';
import { forgetReturnPath, isReturnPath, rememberReturnPath, returnPath } from './use-sign-out.ts';

/** Session storage without a browser. */
function storage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => {
      items.clear();
    },
    key: () => null,
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => {
      items.delete(name);
    },
    setItem: (name, value) => {
      items.set(name, value);
    },
  };
}

describe('The way back after sign-in', () => {
  test('When a page was wanted, then it is where sign-in leads, with its filters', () => {
    const store = storage();
    rememberReturnPath('/migrations/7?level=error', store);
    expect(returnPath(store)).toBe('/migrations/7?level=error');
  });

  test('When nothing was wanted or it was reached, then sign-in leads to the dashboard', () => {
    const store = storage();
    expect(returnPath(store)).toBe('/');
    rememberReturnPath('/connections', store);
    forgetReturnPath(store);
    expect(returnPath(store)).toBe('/');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/auth',
    '/auth?session_expired=true',
    '',
  ])('When the path is %p, then it is not followed', (path) => {
    expect(isReturnPath(path)).toBe(false);
  });

  test('When a page only begins like the sign-in page, then it is followed', () => {
    expect(isReturnPath('/authors')).toBe(true);
  });
});
