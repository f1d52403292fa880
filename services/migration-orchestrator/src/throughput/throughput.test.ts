import { expect, test } from '@jest/globals';
import { stepFor } from './throughput.ts';

test.each([
  [0, 2],
  [90_000, 2],
  [120_000, 2],
  [121_000, 5],
  [3_600_000, 60],
  [48 * 3_600_000, 3_600],
  [100 * 3_600_000, 7_200],
])('A run of %i ms is shown in stretches of %i s', (runMs, seconds) => {
  expect(stepFor(runMs)).toBe(seconds * 1_000);
  expect(runMs / stepFor(runMs)).toBeLessThanOrEqual(60);
});
