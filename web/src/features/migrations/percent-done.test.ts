import { expect, test } from '@jest/globals';
import { percentDone } from './percent-done.ts';

test.each([
  ['a run on its way, rounded down', 'running', 1, 3, 33],
  ['a run that has not counted yet', 'running', 0, 0, 0],
  ['a run that ended with nothing to copy', 'completed', 0, 0, 100],
  ['a run that failed before it counted', 'failed', 0, 0, 0],
  ['a run that found more than was counted', 'completed', 5, 4, 100],
] as const)('%s', (_, status, processedCount, targetCount, percent) => {
  expect(percentDone({ processedCount, targetCount }, status)).toBe(percent);
});
