import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { secondsToEnd, tenths, type CountedBatch } from './batch-times.ts';

/** Batches of a hundred, so many milliseconds after each other. */
function batches(...gaps: readonly number[]): CountedBatch[] {
  let countedAt = Date.parse('2026-01-01T00:00:00Z');
  return gaps.map((gap) => ({ records: 100, countedAt: (countedAt += gap) }));
}

describe('the speed of a run', () => {
  test('When every batch takes the same time, then the last tenth is as fast as the first', () => {
    const even = batches(...Array.from({ length: 100 }, () => 200));
    expect(tenths(even)).toEqual({ first: 500, last: 500 });
  });

  test('When batches take longer and longer, then the last tenth is slower', () => {
    const slower = batches(...Array.from({ length: 100 }, (_, index) => 100 + index * 10));
    const { first, last } = tenths(slower);
    expect(first).toBeGreaterThan(600);
    expect(last).toBeLessThan(100);
  });

  test('The end is derived from the batch that was counted last', () => {
    const completedAt = '2026-01-01T00:00:03.500Z';
    expect(secondsToEnd(batches(1_000, 1_000), { completedAt } as Migration)).toBe(1.5);
    expect(secondsToEnd(batches(1_000), { completedAt: null } as Migration)).toBeNaN();
  });
});
