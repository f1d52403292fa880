import type { UpdateInput } from '@ridgeline/hubspot';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { shareUpdates, type SendUpdates } from './shared-updates.ts';

const { signal } = new AbortController();
const updates = (from: number, count: number): UpdateInput[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(from + index),
    traceId: `c-${String(from + index)}`,
    properties: { lastname: 'New' },
  }));

let sent: (readonly string[])[] = [];
const send: SendUpdates<{ ids: readonly string[] }> = (inputs, { onCall }) => {
  onCall?.();
  const ids = inputs.map(({ id }) => id);
  sent.push(ids);
  return Promise.resolve({ ids });
};
const signals = { waiting: signal, calling: signal };
const isRefused = ({ ids }: { ids: readonly string[] }): boolean => ids.includes('bad');

beforeEach(() => {
  sent = [];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Updates of several batches', () => {
  test('When each batch has a few, then they share one call, and each learns that its own went out', async () => {
    const share = shareUpdates({ send, isRefused });
    const out: string[] = [];
    const answers = ['a', 'b', 'c'].map((name, index) =>
      share(updates(index * 10, 2), { ...signals, onCall: () => out.push(name) }),
    );
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([['0', '1', '10', '11', '20', '21']]);
    expect(out).toEqual(['a', 'b', 'c']);
    const [first] = await Promise.all(answers);
    expect(first).toEqual({ ids: sent[0] });
  });

  test('When they fill a call, then it is sent immediately; what does not fit waits for the next one', async () => {
    const share = shareUpdates({ send, isRefused });
    void share(updates(0, 60), signals);
    void share(updates(100, 50), signals);
    expect(sent.map((ids) => ids.length)).toEqual([60]);
    void share(updates(200, 50), signals);
    expect(sent.map((ids) => ids.length)).toEqual([60, 100]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
  });

  test('When the call fails, then it fails for all that shared it', async () => {
    const share = shareUpdates({ send: () => Promise.reject(new Error('gone')), isRefused });
    const answers = Promise.allSettled([share(updates(0, 1), signals), share(updates(1, 1), signals)]);
    await jest.advanceTimersByTimeAsync(100);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('When the call is refused as a whole, then each is sent alone, and only that of the culprit is refused', async () => {
    const share = shareUpdates({ send, isRefused });
    const culprit = { ...updates(0, 1)[0], id: 'bad', traceId: 'c-bad', properties: {} };
    const answers = [share([culprit], signals), share(updates(1, 2), signals)];
    await jest.advanceTimersByTimeAsync(100);
    expect(await Promise.all(answers)).toEqual([{ ids: ['bad'] }, { ids: ['1', '2'] }]);
    expect(sent).toEqual([['bad', '1', '2'], ['bad'], ['1', '2']]);
  });

  test('When a single batch is refused as a whole, then it is not sent again', async () => {
    const share = shareUpdates({ send, isRefused });
    const answer = share([{ id: 'bad', traceId: 'c-bad', properties: {} }], signals);
    await jest.advanceTimersByTimeAsync(100);
    expect(await answer).toEqual({ ids: ['bad'] });
    expect(sent).toEqual([['bad']]);
  });
});
