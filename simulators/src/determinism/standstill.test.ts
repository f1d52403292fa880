import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '@ridgeline/testkit';
import { Standstill } from './standstill.ts';

const standsStill = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test('When a process stands still, then that is known until the loop comes round again', async () => {
  using standstill = new Standstill();
  await setImmediate();
  standsStill(100);
  expect(standstill.lastsMs()).toBeGreaterThanOrEqual(99);
  // Behind the timers of the next round, as what is read in it.
  await setImmediate();
  expect(standstill.lastsMs()).toBeGreaterThanOrEqual(99);
  await eventually(() => expect(standstill.lastsMs()).toBe(0), {
    within: 10_000,
    what: 'the loop to run freely',
  });
});
