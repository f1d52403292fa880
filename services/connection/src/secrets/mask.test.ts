import { describe, expect, test } from '@jest/globals';
import { hintOf, maskOf } from './sealed-secrets.ts';

describe('The mask of a secret', () => {
  test.each([
    ['pat-na1-00000000-0000-0000-0000-00000000abcd', '••••abcd'],
    ['123456789012', '••••9012'],
    ['12345678', '••••78'],
    ['12345', '••••5'],
    ['ab', '••••'],
  ])(
    'Of %s people see %s: never more than four characters, and of a short one at most a third',
    (secret, mask) => {
      expect(maskOf(hintOf(secret))).toBe(mask);
    },
  );
});
