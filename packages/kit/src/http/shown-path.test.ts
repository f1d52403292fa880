import { expect, test } from '@jest/globals';
import { shownPath } from './request-context.ts';

test.each([
  '/',
  '/api/connections/12/rename',
  '/api/migrations/7/logs.ndjson',
  '/api/openapi.json',
  '/internal/migrations/7/batches/3/plan',
  '/users/by-ids',
  '/reset-password/',
])('When a path has words and numbers only, then all of it is shown: %s', (path) => {
  expect(shownPath(path)).toBe(path);
});

test.each([
  ['/api/connections/pat-na1-0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01', '/api/connections/…'],
  ['/api/users/c2VjcmV0LXRva2VuLW9mLXNvbWVib2R5', '/api/users/…'],
  ['/api/users/0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01/reset-password', '/api/users/…/reset-password'],
  ['/auth/Hunter2', '/auth/…'],
  [`/hooks/acculynx/${Buffer.alloc(32, 0x9d).toString('base64url')}`, '/hooks/acculynx/…'],
  ['/api/users/12345678901234567890', '/api/users/…'],
  ['/api/users/a%20b', '/api/users/…'],
  [`/${'secret'.repeat(10)}`, '/…'],
  ['//x.y/ann@example.com', '//x.y/…'],
])('When something else is typed into a path, then it is not shown: %s', (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});
