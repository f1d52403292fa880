import { expect, test } from '@jest/globals';
import { nextItem } from './ActionMenu.tsx';

const texts = ['Rename', 'Edit All Settings', 'Copy', 'Delete'];

test.each([
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['d', 0, 3],
  ['E', 3, 1],
  ['x', 1, null],
  ['Enter', 1, null],
])('%s from item %i leads to %s', (key, present, next) => {
  expect(nextItem(texts, present, key)).toBe(next);
});
