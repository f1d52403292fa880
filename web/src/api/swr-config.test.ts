import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import { createSessionSignals } from './session-signals.ts';
import { retryDelay, swrConfig } from './swr-config.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** How often a query is retried within a time after a failure, while the given number of other queries fail too. */
function retriesOf(
  retryCount: number,
  refreshInterval: number,
  failures = 1,
  error: Error = new ConnectionError(null),
): number {
  const { onErrorRetry } = swrConfig(createSessionSignals());
  const revalidate = jest.fn(() => Promise.resolve(true));
  const config = { refreshInterval } as Parameters<NonNullable<typeof onErrorRetry>>[2];
  for (let failed = 0; failed < failures; failed += 1)
    onErrorRetry?.(error, '/api/x', config, revalidate, { retryCount, dedupe: true });
  jest.advanceTimersByTime(30_000);
  return revalidate.mock.calls.length;
}

test('When a query fails again and again, then the waits double from 1 s and end at 30 s', () => {
  expect([1, 2, 3, 6, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
});

test('When it failed three times, then only what is polled is asked again', () => {
  expect([retriesOf(3, 0), retriesOf(4, 0), retriesOf(4, 10_000), retriesOf(20, 10_000)]).toEqual([
    1, 0, 1, 1,
  ]);
});

test('When there are several reasons to repeat a failed query, then one retry is under way', () => {
  expect(retriesOf(1, 0, 5)).toBe(1);
});

test.each([429, 400])(
  'When a query is refused with %p, then it is not asked again, and polled on after a 429',
  (status) => {
    const refusal = new ApiError(status, 'Refused', null);
    expect([retriesOf(1, 0, 1, refusal), retriesOf(1, 10_000, 1, refusal)]).toEqual([
      0,
      status === 429 ? 1 : 0,
    ]);
  },
);
