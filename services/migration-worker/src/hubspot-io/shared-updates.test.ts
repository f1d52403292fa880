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

beforeEach(() => {
  sent = [];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Updates of several batches', () => {
  test('When each batch has a few, then they share one call, and each learns that its own went out', async () => {
    const share = shareUpdates(send);
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

  test('When they fill a call, then it goes out at once; what does not fit waits for the next one', async () => {
    const share = shareUpdates(send);
    void share(updates(0, 60), signals);
    void share(updates(100, 50), signals);
    expect(sent.map((ids) => ids.length)).toEqual([60]);
    void share(updates(200, 50), signals);
    expect(sent.map((ids) => ids.length)).toEqual([60, 100]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
  });

  test('When the call fails, then it fails for all that shared it', async () => {
    const share = shareUpdates(() => Promise.reject(new Error('gone')));
    const answers = Promise.allSettled([share(updates(0, 1), signals), share(updates(1, 1), signals)]);
    await jest.advanceTimersByTimeAsync(100);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
