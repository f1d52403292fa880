import { expect, test } from '@jest/globals';
import { retryDelay } from './swr-config.ts';

test('When a query fails again and again, then the waits double from 1 s and end at 30 s', () => {
  expect([1, 2, 3, 6, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
});
