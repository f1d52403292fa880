import { describe, expect, test } from '@jest/globals';
import { backoffMs, interactiveRetry, retryEvery, unboundedRetry, type RetryPolicy } from './retry-policy.ts';
import { poll, repeatUntilDisposed, retry, type FailedTry } from './retry.ts';

const quick: RetryPolicy = { ...unboundedRetry, baseMs: 1, capMs: 2 };

/** Work that fails this many times, with errors named by their number. */
function failing(times: number): () => Promise<string> {
  let tries = 0;
  return () => {
    tries += 1;
    return tries > times ? Promise.resolve(`try ${String(tries)}`) : Promise.reject(new Error(String(tries)));
  };
}

describe('Trying again', () => {
  test('When work fails for a while, then it is retried until it succeeds, and each wait is reported', async () => {
    const waits: FailedTry[] = [];
    expect(await retry(quick, failing(3), { onWait: (failed) => waits.push(failed) })).toBe('try 4');
    expect(waits.map(({ error, failures }) => [(error as Error).message, failures])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ]);
    expect(Math.max(...waits.map(({ waitMs }) => waitMs))).toBeLessThanOrEqual(2);
  });

  test('When the policy allows no further try, or none may help, then the last error is thrown', async () => {
    await expect(retry({ ...quick, attempts: 3 }, failing(9))).rejects.toThrow('3');
    await expect(retry({ ...retryEvery(50), maxWaitMs: 49 }, failing(9))).rejects.toThrow('1');
    const shouldRetry = (error: unknown) => (error as Error).message !== '2';
    await expect(retry(quick, failing(9), { shouldRetry })).rejects.toThrow('2');
  });

  test('When it is aborted, before, during an attempt or in a wait, then the reason is thrown immediately', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const waiting = retry(retryEvery(60_000), failing(9), {
      signal: stop.signal,
      onWait: () => stop.abort(reason),
    });
    await expect(waiting).rejects.toBe(reason);
    await expect(retry(quick, () => Promise.resolve(1), { signal: stop.signal })).rejects.toBe(reason);
    const during = new AbortController();
    const work = () => {
      during.abort(reason);
      return Promise.reject(new Error('failed'));
    };
    await expect(retry(quick, work, { signal: during.signal })).rejects.toBe(reason);
  });
});

describe('Looking again', () => {
  test('When there is nothing to see for a while, then it looks until there is, and returns it', async () => {
    const seen = [undefined, undefined, 'here'];
    expect(await poll(quick, () => Promise.resolve(seen.shift()), { what: 'something' })).toBe('here');
    expect(seen).toEqual([]);
  });

  test('When it takes too long, then the error names what did not come; a look that fails ends it', async () => {
    const nothing = () => Promise.resolve(undefined);
    await expect(poll(quick, nothing, { withinMs: 5, what: 'the run to resume' })).rejects.toThrow(
      'Waited 5 ms in vain for the run to resume',
    );
    const looks = failing(9);
    await expect(poll(quick, looks, { withinMs: 1_000, what: 'it' })).rejects.toThrow('1');
  });

  test('When it is aborted, then the reason is thrown', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(poll(quick, () => Promise.resolve(1), { signal, what: 'it' })).rejects.toBe(reason);
  });
});

describe('The waits of a policy', () => {
  test('They double up to the cap and are drawn between the shares of the jitter', () => {
    const policy = { ...unboundedRetry, jitter: [0.5, 1.5] } as const;
    expect([1, 2, 3, 5, 6, 5_000].map((failures) => backoffMs(policy, failures, 0.5))).toEqual([
      500, 1_000, 2_000, 8_000, 8_000, 8_000,
    ]);
    expect([0, 1].map((draw) => backoffMs(policy, 2, draw))).toEqual([500, 1_500]);
    expect([0, 1].map((draw) => backoffMs(interactiveRetry, 1, draw))).toEqual([0, 300]);
    expect([1, 9].map((failures) => backoffMs(retryEvery(20), failures))).toEqual([20, 20]);
  });
});

describe('Rounds of work', () => {
  test('When they are disposed, then a wait ends immediately, a round in progress ends first, and none follows', async () => {
    const rounds: boolean[] = [];
    const begun = Promise.withResolvers<undefined>();
    const waiting = repeatUntilDisposed(() => Promise.resolve(rounds.push(false) > 2 ? 60_000 : 0));
    const working = repeatUntilDisposed(async (signal) => {
      begun.resolve(undefined);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      rounds.push(signal.aborted);
      return 0;
    });
    await begun.promise;
    await working[Symbol.asyncDispose]();
    expect(rounds.filter(Boolean)).toHaveLength(1);
    await waiting[Symbol.asyncDispose]();
    expect(rounds.length).toBeLessThanOrEqual(4);
  });
});
