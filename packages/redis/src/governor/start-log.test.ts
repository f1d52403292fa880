import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { earliestStart, type BudgetLog } from './start-log.ts';

/** The most starts that fall into any window. */
function fullestWindow(starts: readonly number[], windowMs: number): number {
  const counts = starts.map((from) => starts.filter((it) => it >= from && it < from + windowMs).length);
  return Math.max(0, ...counts);
}

const budgets = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 6 }), windowMs: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 3 },
);

/** Calls that come one after the other, each under some of the budgets, with pauses in between. */
const calls = fc.array(
  fc.record({ pause: fc.integer({ min: 0, max: 40 }), under: fc.integer({ min: 1, max: 7 }) }),
  { maxLength: 60 },
);

function grantAll(
  limits: readonly { limit: number; windowMs: number }[],
  asked: readonly { pause: number; under: number }[],
) {
  const logs: BudgetLog[] = limits.map((limit) => ({ ...limit, starts: [] }));
  let now = 0;
  const grants = asked.map(({ pause, under }) => {
    now += pause;
    const mine = logs.flatMap((_, index) => ((under >> index) & 1 ? [index] : []));
    const before = mine.map((index) => logs[index] ?? { limit: 1, windowMs: 1, starts: [] });
    const start = earliestStart(now, before);
    for (const index of mine) {
      const log = logs[index];
      if (log) logs[index] = { ...log, starts: [...log.starts, start].sort((a, b) => a - b) };
    }
    return { asked: now, start, before };
  });
  return { logs, grants };
}

describe('The earliest start', () => {
  test('Whatever is asked for, no window of any budget ever holds more starts than its limit', () => {
    fc.assert(
      fc.property(budgets, calls, (limits, asked) => {
        for (const { starts, windowMs, limit } of grantAll(limits, asked).logs)
          expect(fullestWindow(starts, windowMs)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('No earlier time would have been allowed', () => {
    fc.assert(
      fc.property(budgets, calls, (limits, asked) => {
        for (const { asked: now, start, before } of grantAll(limits, asked).grants)
          for (let earlier = now; earlier < start; earlier += 1) {
            const fits = before.every(
              ({ starts, limit, windowMs }) => fullestWindow([...starts, earlier], windowMs) <= limit,
            );
            expect(fits).toBe(false);
          }
      }),
      { numRuns: 1000 },
    );
  });

  test('When two starts of a budget are more than a window apart, then they forbid nothing together', () => {
    expect(earliestStart(5, [{ starts: [0, 15], limit: 2, windowMs: 12 }])).toBe(5);
  });

  test('When a budget is used up, then the call starts one window after the oldest start of that window', () => {
    const log = { starts: [0, 10, 20], limit: 3, windowMs: 100 };
    expect(earliestStart(50, [log])).toBe(100);
  });

  test('Before a call that waits one may start so much too close, but not after one that went', () => {
    const log = { limit: 1, windowMs: 100, forgivenMs: 10 };
    const after = (from: number, start: number) => earliestStart(from, [{ ...log, starts: [start] }]);
    expect([after(60, 150), after(61, 150), after(145, 50)]).toEqual([60, 250, 150]);
  });

  test('A free place between the reservations of another caller is used', () => {
    const address = { starts: [0, 0, 100, 100], limit: 3, windowMs: 100 };
    expect(earliestStart(0, [address])).toBe(0);
  });
});
