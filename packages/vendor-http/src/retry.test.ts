import { describe, expect, test } from '@jest/globals';
import { interactiveRetry, unboundedRetry } from '@ridgeline/kit';
import { waitBefore } from './back-off.ts';
import type { VendorOutcome } from './outcome.ts';
import { withRetries, type Wait } from './retry.ts';

const down: VendorOutcome<string> = {
  outcome: 'unavailable',
  reason: 'server',
  status: 503,
  retryAfterMs: null,
};
const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };

function answering(...outcomes: VendorOutcome<string>[]): { call: () => Promise<VendorOutcome<string>> } {
  const left = [...outcomes];
  return { call: () => Promise.resolve(left.shift() ?? ok) };
}

const atOnce = (): Promise<void> => Promise.resolve();

describe('A call to a vendor is repeated', () => {
  test('When the vendor is down twice, then the third call counts, and each wait and its end are reported', async () => {
    const waits: (Wait | null)[] = [];
    const { call } = answering(down, down, ok);

    const result = await withRetries(unboundedRetry, call, {
      sleep: atOnce,
      random: () => 0.5,
      onWait: (wait) => waits.push(wait),
    });

    expect(result).toEqual(ok);
    expect(waits).toEqual([{ cause: down, ms: 250 }, { cause: down, ms: 500 }, null]);
  });

  test('When the token is refused or the request rejected, then it is not repeated', async () => {
    for (const final of [
      { outcome: 'refused', status: 401, scopes: [] },
      { outcome: 'rejected', problem: { status: 400, category: null, message: '' } },
    ] satisfies VendorOutcome<string>[]) {
      const { call } = answering(final, ok);
      expect(await withRetries(unboundedRetry, call, { sleep: atOnce })).toEqual(final);
    }
  });

  test('When a person waits, then it ends after three calls, and immediately when the vendor asks for more than 3 s', async () => {
    expect(
      await withRetries(interactiveRetry, answering(down, down, down, ok).call, { sleep: atOnce }),
    ).toEqual(down);
    const daily: VendorOutcome<string> = { outcome: 'limited', policy: 'DAILY', retryAfterMs: 900_000 };
    expect(await withRetries(interactiveRetry, answering(daily, ok).call, { sleep: atOnce })).toEqual(daily);
  });

  test('When it is aborted while it waits, then the reason is thrown and the end of the wait is reported', async () => {
    const stop = new AbortController();
    const waits: (Wait | null)[] = [];
    const reason = new Error('cancelled');
    const waiting = withRetries(unboundedRetry, () => Promise.resolve(down), {
      signal: stop.signal,
      random: () => 1,
      onWait: (wait) => {
        waits.push(wait);
        if (wait) stop.abort(reason);
      },
    });
    await expect(waiting).rejects.toBe(reason);
    expect(waits.at(-1)).toBeNull();
  });

  test('When it fails for long, then the bound stays at 8 s, and what the vendor asks for comes on top', () => {
    expect(waitBefore(unboundedRetry, 5_000, down, 1)).toBe(8_000);
    expect(waitBefore(unboundedRetry, 1, { ...down, retryAfterMs: 7_000 }, 0)).toBe(7_000);
  });
});
