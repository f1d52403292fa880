import { describe, expect, test } from '@jest/globals';
import { filesAtATime } from './checks.ts';

describe('How many test files run at a time', () => {
  test.each([
    [0.8, 0.8, { integration: 6, fault: 3, e2e: 6 }],
    [1.1, 0.7, { integration: 6, fault: 3, e2e: 6 }],
    [1.6, 0.9, { integration: 5, fault: 3, e2e: 5 }],
    [2.3, 1.6, { integration: 4, fault: 2, e2e: 4 }],
    [1.1, 2.1, { integration: 4, fault: 2, e2e: 4 }],
    [3.4, 2.1, { integration: 3, fault: 1, e2e: 3 }],
    [100, 1, { integration: 2, fault: 1, e2e: 2 }],
  ])(
    'When the machine takes %d times as long as the reference to compute, and %d times for memory, then %j',
    (computing, memory, files) => {
      const chosen = (suite: keyof typeof files) => filesAtATime(suite, { computing, memory });
      expect({ integration: chosen('integration'), fault: chosen('fault'), e2e: chosen('e2e') }).toEqual(
        files,
      );
    },
  );
});
