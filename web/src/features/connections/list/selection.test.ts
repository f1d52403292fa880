import { expect, test } from '@jest/globals';
import { toggledAll } from './SelectionBar.tsx';

test('All are ticked together while any of them is not, and let go together when all are', () => {
  const some = new Set([1, 9]);
  const all = toggledAll(some, [1, 2]);
  expect([...all]).toEqual([1, 9, 2]);
  expect([...toggledAll(all, [1, 2])]).toEqual([9]);
});
