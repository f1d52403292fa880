import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { StallWatch } from './stall-watch.ts';

const stall = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test('When a process stalls, then that is known until the loop comes round again', async () => {
  using stalls = new StallWatch();
  await setImmediate();
  stall(100);
  expect(stalls.lastsMs()).toBeGreaterThanOrEqual(99);
  // After the timers of the next round, like anything that is read in it.
  await setImmediate();
  expect(stalls.lastsMs()).toBeGreaterThanOrEqual(99);
  while (stalls.lastsMs() > 0) await setImmediate();
});
