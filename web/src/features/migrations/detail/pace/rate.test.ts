import { describe, expect, test } from '@jest/globals';
import { averageRate, forecastRate, isMoving, presentRate, seenRate, timeLeft } from './rate.ts';

/** Samples of `perSecond` records a second, one a second, from 0 to `seconds`. */
const steady = (perSecond: number, seconds: number) =>
  Array.from({ length: seconds + 1 }, (_, second) => ({ at: second * 1000, processed: second * perSecond }));

describe('Records per second', () => {
  test('When progress is steady, then the rate is exact', () => {
    expect(seenRate(steady(80, 30), 30_000, 5000)).toBe(80);
  });

  test('When the pace changed, then only the last 15 seconds count', () => {
    const slower = steady(10, 20).map(({ at, processed }) => ({
      at: at + 30_000,
      processed: processed + 2400,
    }));
    expect(seenRate([...steady(80, 30), ...slower.slice(1)], 50_000, 5000)).toBe(10);
  });

  test('When nothing arrives any more, then the rate falls', () => {
    const samples = steady(80, 10);
    expect(seenRate(samples, 20_000, 5000)).toBeLessThan(80);
    expect(seenRate(samples, 60_000, 5000)).toBeNull();
  });

  test('When an update is newer than the tick of the clock, then the rate is still exact', () => {
    expect(seenRate(steady(80, 5), 4200, 5000)).toBe(80);
  });

  test('When only one update or less than five seconds were seen, then there is no rate yet', () => {
    expect(seenRate([], 1000, 5000)).toBeNull();
    expect(seenRate([{ at: 0, processed: 50 }], 9000, 5000)).toBeNull();
    expect(seenRate(steady(80, 4), 4000, 5000)).toBeNull();
  });

  test('When a run has ended, then its average is over its own time', () => {
    const run = {
      startedAt: '2025-01-02T12:00:00Z',
      completedAt: '2025-01-02T12:00:50Z',
      processedCount: 5000,
    };
    expect(averageRate(run)).toBe(100);
    expect(averageRate({ ...run, startedAt: null })).toBeNull();
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

describe('The forecast while a vendor is slow', () => {
  /** A batch of 50 every second, but for 12 s of each 30 s none. */
  const bursts = Array.from({ length: 181 }, (_, second) => {
    const moving = Math.floor(second / 30) * 18 + Math.min(second % 30, 18);
    return { at: second * 1000, processed: moving * 50 };
  });
  const run = { targetCount: 9000, startedAt: new Date(0).toISOString() };
  const leftAt = (second: number) => {
    const seen = bursts.slice(0, second + 1);
    const processedCount = seen.at(-1)?.processed ?? 0;
    const now = second * 1000;
    const rate = presentRate(seen, now, undefined);
    return timeLeft(
      { ...run, processedCount },
      forecastRate({ ...run, processedCount }, { samples: seen, now, rate }),
    );
  };

  test('Then the end that it foresees stays about where it is', () => {
    const ends = Array.from({ length: 110 }, (_, second) => second + 40).map(
      (second) => second + (leftAt(second) ?? Number.NaN) / 1000,
    );
    expect(Math.max(...ends) / Math.min(...ends)).toBeLessThan(1.6);
  });

  test('Without a present pace there is no forecast', () => {
    expect(forecastRate({ ...run, processedCount: 50 }, { samples: [], now: 5_000, rate: null })).toBeNull();
  });
});

describe('The present pace', () => {
  const told = (seconds: number, records: number) => ({
    at: new Date(60_000).toISOString(),
    recent: { since: new Date(60_000 - seconds * 1000).toISOString(), records },
  });

  test('A page that was just opened takes it from the server, later it knows better', () => {
    expect(presentRate(steady(80, 8), 8000, told(15, 1500))).toBe(100);
    expect(presentRate(steady(80, 20), 20_000, told(15, 1500))).toBe(80);
  });

  test('In the first five seconds it is unknown; without the server it takes the page so long', () => {
    expect(presentRate([], 0, told(4, 800))).toBeNull();
    expect(presentRate([], 0, { at: told(0, 0).at, recent: null })).toBeNull();
    expect(presentRate(steady(80, 4), 4000, undefined)).toBeNull();
    expect(presentRate(steady(80, 6), 6000, undefined)).toBe(80);
  });
});

describe('Motion', () => {
  test('There is some only while records are handled', () => {
    expect(isMoving(steady(80, 5), 6000)).toBe(true);
    expect(isMoving(steady(80, 5), 9500)).toBe(false);
    const still = [...steady(80, 5), { at: 9000, processed: 400 }];
    expect(isMoving(still, 9500)).toBe(false);
  });

  test('A page that was just opened has seen none', () => {
    expect(isMoving([], 1000)).toBe(false);
    expect(isMoving([{ at: 0, processed: 400 }], 1000)).toBe(false);
  });
});
