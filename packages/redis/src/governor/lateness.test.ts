import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { Lateness, watchStalls } from './lateness.ts';

/** Blocks the event loop for this time. The turns before say from when on delays are counted. */
async function stall(ms: number): Promise<void> {
  await delay(100);
  const until = performance.now() + ms;
  while (performance.now() < until);
  await delay(100);
}

describe('A process that stalls', () => {
  test('When it stood still, then its windows are that much longer, until it ran freely for a while', () => {
    const clock = { now: 0 };
    let longest = 0;
    const stalls = { longestMs: () => longest, forget: () => (longest = 0) };
    const lateness = new Lateness(stalls, () => clock.now);
    const after = (ms: number, stalledMs: number): number => {
      clock.now += ms;
      longest = Math.max(longest, stalledMs);
      return lateness.extraMs();
    };
    expect(after(0, 40)).toBe(0);
    expect(after(1_000, 250)).toBe(200);
    expect(after(1_000, 0)).toBe(200);
    expect(after(1_000, 0)).toBe(200);
    expect(after(1_000, 0)).toBe(200);
    expect(after(100, 0)).toBe(0);
    expect(after(100, 60_000)).toBe(1_000);
  });

  test('When the event loop is blocked, then the stall is seen until it is forgotten', async () => {
    const stalls = watchStalls();
    expect(stalls.longestMs()).toBe(0);
    await stall(200);
    expect(stalls.longestMs()).toBeGreaterThan(150);
    stalls.forget();
    expect(stalls.longestMs()).toBe(0);
  });

  test('When no one has asked for a while, then the event loop is not watched until someone asks again', async () => {
    // Only the rest is made up: `delay` and the delays of the event loop are real.
    jest.useFakeTimers({ doNotFake: ['performance'] });
    try {
      const stalls = watchStalls();
      stalls.longestMs();
      await stall(200);
      jest.advanceTimersByTime(10_000);
      await stall(200);
      expect(stalls.longestMs()).toBe(0);
      await stall(200);
      expect(stalls.longestMs()).toBeGreaterThan(150);
    } finally {
      jest.useRealTimers();
    }
  });
});
