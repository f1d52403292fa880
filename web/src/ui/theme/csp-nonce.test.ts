import { describe, expect, test } from '@jest/globals';
import { cspNonce } from './page-nonce.ts';

describe('The nonce of the page', () => {
  test('When the gateway wrote one, then it is used', () => {
    expect(cspNonce('r4nd0m')).toBe('r4nd0m');
  });

  test('When the placeholder is still there, then there is none', () => {
    expect(cspNonce('__CSP_NONCE__')).toBeUndefined();
    expect(cspNonce(null)).toBeUndefined();
  });
});
