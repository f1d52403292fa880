import { expect, test } from '@jest/globals';
import { clientOrigin, originHeaders } from './client-origin.ts';

test.each([
  { address: '203.0.113.9', userAgent: 'Browser/1.0' },
  { address: null, userAgent: null },
])('A service reads the client origin that the gateway sends: %j', (origin) => {
  const sent = new Headers(originHeaders(origin));
  // What fetch adds by default.
  if (!sent.has('user-agent')) sent.set('user-agent', 'node');
  expect(clientOrigin(Object.fromEntries(sent))).toEqual(origin);
});
