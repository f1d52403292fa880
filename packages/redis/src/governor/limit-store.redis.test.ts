import { describe, expect, test } from '@jest/globals';
import { ClockOffset } from './limit-store.redis.ts';

/**
 * A reading of a clock that is 5,000 ms ahead of this process, asked and answered this long before and after it read its
 * time.
 */
const reading = (
  ours: number,
  { before, after, ahead = 5_000 }: { before: number; after: number; ahead?: number },
) => ({
  told: ours + ahead,
  askedAt: ours - before,
  heardAt: ours + after,
});

describe('The offset to another clock', () => {
  test('is learned from how long an answer took', () => {
    const offset = new ClockOffset();
    offset.learn(reading(100, { before: 1, after: 1 }));
    expect(offset.there(100)).toBe(5_100);
  });

  test('is none the worse for answers that are heard late', () => {
    const offset = new ClockOffset();
    offset.learn(reading(100, { before: 1, after: 1 }));
    offset.learn(reading(300, { before: 1, after: 900 }));
    offset.learn(reading(300, { before: 700, after: 1 }));
    expect(offset.there(100)).toBe(5_100);
  });

  test('narrows down between answers of which none was quick', () => {
    const offset = new ClockOffset();
    offset.learn(reading(100, { before: 2, after: 400 }));
    offset.learn(reading(900, { before: 400, after: 2 }));
    expect(offset.there(100)).toBe(5_100);
  });

  test('is measured again when the clock was set', () => {
    const offset = new ClockOffset();
    offset.learn(reading(100, { before: 1, after: 1 }));
    offset.learn(reading(200, { before: 3, after: 3, ahead: -70_000 }));
    expect(offset.there(200)).toBe(-69_800);
  });
});
