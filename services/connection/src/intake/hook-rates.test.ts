import { expect, test } from '@jest/globals';
import { HookRates } from './hook-rates.ts';

test('When a connection is beyond its rate, then it gets what its bucket refills, and another one is not touched', () => {
  let now = 0;
  const rates = new HookRates({ burst: 5, perSecond: 2 }, () => now);
  const taken = (connectionId: number, times: number) =>
    Array.from({ length: times }, () => rates.take(connectionId)).filter(Boolean).length;
  expect(taken(1, 8)).toBe(5);
  expect(taken(2, 1)).toBe(1);
  now += 1_000;
  expect(taken(1, 8)).toBe(2);
  now += 3_600_000;
  expect(taken(1, 8)).toBe(5);
});
