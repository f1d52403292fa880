import { expect, test } from '@jest/globals';
import { truncated } from './CutText.tsx';

test('A long identifier is cut to its beginning, a short one is whole', () => {
  expect(truncated('0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60')).toBe('0b6f2f9c-5f0…');
  expect(truncated('244111')).toBe('244111');
  expect(truncated('1234567890123')).toBe('1234567890123');
});
