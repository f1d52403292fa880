import { describe, expect, test } from '@jest/globals';
import { visibleRange } from './visible-rows.ts';

const rows = { count: 2_000, rowHeight: 50, height: 500, ahead: 4 };

describe('The rows to draw', () => {
  test('cover what is in sight at every position, and are few', () => {
    for (let scrolled = 0; scrolled <= 2_000 * 50 - 500; scrolled += 37) {
      const { from, to } = visibleRange({ ...rows, scrolled });
      expect(from * 50).toBeLessThanOrEqual(scrolled);
      expect(to * 50).toBeGreaterThanOrEqual(scrolled + 500);
      expect(to - from).toBeLessThanOrEqual(10 + 4 * 4);
    }
  });

  test('stay the same while scrolling continues by less than the rows ahead', () => {
    expect(visibleRange({ ...rows, scrolled: 1_010 })).toEqual(visibleRange({ ...rows, scrolled: 1_060 }));
  });

  test('end where the rows end, and are none of none', () => {
    expect(visibleRange({ ...rows, count: 3, scrolled: 0 })).toEqual({ from: 0, to: 3 });
    expect(visibleRange({ ...rows, count: 0, scrolled: 0 })).toEqual({ from: 0, to: 0 });
    expect(visibleRange({ ...rows, count: 3, scrolled: 90_000 })).toEqual({ from: 3, to: 3 });
  });
});
