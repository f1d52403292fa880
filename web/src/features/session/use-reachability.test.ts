/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ConnectionError } from '@ridgeline/contracts';
import '../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, renderHook } from '@testing-library/react';
import { createSessionSignals } from '../../api/session-signals.ts';
import { useReachability } from './use-session-signals.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Whether the server counts as unreachable immediately and soon after a failed call, while every look fails too. */
async function toldAfterFailure(onLine: boolean, awaited: boolean): Promise<readonly boolean[]> {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  const signals = createSessionSignals();
  const { result } = renderHook(() => useReachability(signals, () => Promise.resolve(false)));
  act(() => {
    signals.report(new ConnectionError(null), awaited);
  });
  const atOnce = result.current;
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  return [atOnce, result.current];
}

test.each([
  [true, true, [true, true]],
  [true, false, [false, true]],
  // No user waits for it, and the page says that it is offline anyway.
  [false, false, [false, false]],
  [false, true, [true, true]],
])(
  'When the browser is online: %p, and a user waits: %p, then it is reported: %p',
  async (onLine, awaited, told) => {
    expect(await toldAfterFailure(onLine, awaited)).toEqual(told);
  },
);
