import { expect, test } from '@jest/globals';
import { latestOf } from './latest-of.ts';

test('The newest five of a connection come first, and those of others do not come', () => {
  const all = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, connectionId: index % 2 }));
  expect(latestOf(all, 1).map(({ id }) => id)).toEqual([20, 18, 16, 14, 12]);
  expect(latestOf(all, 9)).toEqual([]);
});
