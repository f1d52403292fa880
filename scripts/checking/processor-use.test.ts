import { expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/eventually';
import { processorUse } from './processor-use.ts';

test('When a processor computes, then a part of all is in use', async () => {
  const use = processorUse();
  const until = performance.now() + 100;
  while (performance.now() < until);
  // The machine adds up in steps of 10 ms.
  await eventually(() => expect(use()).toBeGreaterThan(0), { what: 'the use to be seen' });
  expect(use()).toBeLessThanOrEqual(1);
});
