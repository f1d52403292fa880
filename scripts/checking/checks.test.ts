import { describe, expect, test } from '@jest/globals';
import { filesAtATime } from './checks.ts';

describe('How many test files run at a time', () => {
  test.each([
    [0.8, { integration: 6, fault: 3, e2e: 6 }],
    [1.1, { integration: 6, fault: 3, e2e: 6 }],
    [2.1, { integration: 4, fault: 2, e2e: 4 }],
    [3.4, { integration: 3, fault: 1, e2e: 3 }],
    [100, { integration: 2, fault: 1, e2e: 2 }],
  ])('When the machine takes %d times as long as the reference, then %j', (slowness, files) => {
    const chosen = (suite: keyof typeof files) => filesAtATime(suite, slowness);
    expect({ integration: chosen('integration'), fault: chosen('fault'), e2e: chosen('e2e') }).toEqual(files);
  });
});
