import { expect, test } from '@jest/globals';
import { mix } from './seeds.ts';

test.each([
  [0, '#ffffff'],
  [0.5, '#808080'],
  [1, '#000000'],
  [0.98, '#050505'],
])('With a share of %d of black, white becomes %s', (share, expected) => {
  expect(mix('#ffffff', '#000000', share)).toBe(expected);
});
