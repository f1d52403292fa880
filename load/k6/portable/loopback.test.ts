import { describe, expect, test } from '@jest/globals';
import { loopbackOnly } from './loopback.ts';

describe('Where load may go', () => {
  test.each(['http://127.0.0.1:8080', 'http://localhost:80', 'http://[::1]:4000'])(
    '%s is let through',
    (address) => {
      expect(loopbackOnly(address)).toBe(address);
    },
  );

  test.each([
    undefined,
    'https://ridgeline.example',
    'http://127.0.0.1.ridgeline.example:80',
    'http://localhost@ridgeline.example',
    'http://10.0.0.1:8080',
    'http://127.0.0.1:80@ridgeline.example',
  ])('%s is refused', (address) => {
    expect(() => loopbackOnly(address)).toThrow(/loopback only/);
  });
});
