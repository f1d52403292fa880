import { describe, expect, test } from '@jest/globals';
import { averageRate, rateSeries, recentRate, timeLeft } from './rate.ts';

/** Samples of `perSecond` records a second, one a second, from 0 to `seconds`. */
const steady = (perSecond: number, seconds: number) =>
  Array.from({ length: seconds + 1 }, (_, second) => ({ at: second * 1000, processed: second * perSecond }));

describe('Records per second', () => {
  test('When progress is steady, then the rate is exact', () => {
    expect(recentRate(steady(80, 30), 30_000)).toBe(80);
  });

  test('When the pace changed, then only the last 15 seconds count', () => {
    const slower = steady(10, 20).map(({ at, processed }) => ({
      at: at + 30_000,
      processed: processed + 2400,
    }));
    expect(recentRate([...steady(80, 30), ...slower.slice(1)], 50_000)).toBe(10);
  });

  test('When nothing arrives any more, then the rate falls', () => {
    const samples = steady(80, 10);
    expect(recentRate(samples, 20_000)).toBeLessThan(80);
    expect(recentRate(samples, 60_000)).toBeNull();
  });

  test('When an update is newer than the tick of the clock, then the rate is still exact', () => {
    expect(recentRate(steady(80, 5), 4200)).toBe(80);
  });

  test('When only one update or less than two seconds were seen, then there is no rate yet', () => {
    expect(recentRate([], 1000)).toBeNull();
    expect(recentRate([{ at: 0, processed: 50 }], 9000)).toBeNull();
    expect(recentRate(steady(80, 1), 1000)).toBeNull();
  });

  test('When a run has ended, then its average is over its own time', () => {
    const run = {
      startedAt: '2025-01-02T12:00:00Z',
      completedAt: '2025-01-02T12:00:50Z',
      processedCount: 5000,
    };
    expect(averageRate(run, 0)).toBe(100);
    expect(averageRate({ ...run, startedAt: null }, 0)).toBeNull();
  });
});

describe('The time left', () => {
  test('When 3,000 records are left at 100 a second, then it is 30 s', () => {
    expect(timeLeft({ targetCount: 5000, processedCount: 2000 }, 100)).toBe(30_000);
  });

  test('When more came than was expected, then nothing is left', () => {
    expect(timeLeft({ targetCount: 100, processedCount: 101 }, null)).toBe(0);
  });

  test('When there is no target or no pace, then nothing is promised', () => {
    expect(timeLeft({ targetCount: 0, processedCount: 0 }, 100)).toBeNull();
    expect(timeLeft({ targetCount: 10, processedCount: 0 }, 0)).toBeNull();
  });
});

describe('The chart of records per second', () => {
  test('When progress is steady, then every span seen shows its rate and the time before is empty', () => {
    expect(rateSeries(steady(80, 6), 6000, 2000, 5)).toEqual([null, null, 80, 80, 80]);
  });

  test('When nothing was seen, then the chart is empty', () => {
    expect(rateSeries([], 6000, 2000, 2)).toEqual([null, null]);
  });
});
