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

test('When no one has asked for a while, then it rests until the next question, and what lies between is no stall', async () => {
  using stalls = new StallWatch(50);
  while (!stalls.rests) await setImmediate();
  stall(100);
  expect(stalls.lastsMs()).toBe(0);
  expect(stalls.rests).toBe(false);
  await setImmediate();
  stall(100);
  expect(stalls.lastsMs()).toBeGreaterThanOrEqual(99);
});
