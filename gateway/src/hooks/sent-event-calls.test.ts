import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SentEvent, SentEventResult } from '@ridgeline/contracts/internal';
import { HookShares } from './hook-shares.ts';
import { SentEventCalls } from './sent-event-calls.ts';

/** Calls that stay open until the test answers them. */
function held() {
  const calls: {
    readonly events: readonly SentEvent[];
    readonly answer: (result?: SentEventResult) => void;
    readonly fail: () => void;
  }[] = [];
  const sent = new SentEventCalls(
    (events) =>
      new Promise((resolve, reject) => {
        const answer = (result: SentEventResult = 'accepted') => resolve(events.map(() => result));
        calls.push({ events, answer, fail: () => reject(new Error('away')) });
      }),
  );
  /** Longer than events are gathered for a call. */
  const turn = () => jest.advanceTimersByTimeAsync(50);
  /** Occupies both calls, so that whatever follows waits. */
  const fill = async () => {
    const passed = [sent.pass('filling', '1')];
    await turn();
    passed.push(sent.pass('filling', '2'));
    await turn();
    return { passed: Promise.all(passed) };
  };
  const bodies = (at: number) => calls[at]?.events.map(({ token, body }) => `${token} ${String(body)}`);
  return { calls, sent, turn, fill, bodies };
}

describe('What AccuLynx sent', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('When events come while calls are in progress, then the next call passes them on together', async () => {
    const { calls, sent, turn, fill, bodies } = held();
    const first = await fill();
    expect(calls.map(({ events }) => events.length)).toEqual([1, 1]);
    const others = Promise.all(['3', '4', '5'].map((body) => sent.pass('one', body)));
    calls[0]?.answer();
    await turn();
    expect(bodies(2)).toEqual(['one 3', 'one 4', 'one 5']);
    calls[1]?.answer();
    calls[2]?.answer('unknown');
    expect(await first.passed).toEqual(['accepted', 'accepted']);
    expect(await others).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('When one token has many waiting, then the next call holds the events of others, and they take turns', async () => {
    const { calls, sent, turn, fill, bodies } = held();
    await fill();
    for (let n = 0; n < 500; n += 1) void sent.pass('flooded', String(n));
    for (const body of ['a', 'b']) void sent.pass('calm', body);
    void sent.pass('rare', 'c');
    calls[0]?.answer();
    await turn();
    expect(bodies(2)).toHaveLength(200);
    expect(bodies(2)?.slice(0, 6)).toEqual([
      'flooded 0',
      'calm a',
      'rare c',
      'flooded 1',
      'calm b',
      'flooded 2',
    ]);
  });

  test('When bodies are large, then a call holds only some of them', async () => {
    const { calls, sent, turn, fill } = held();
    await fill();
    for (let n = 0; n < 5; n += 1) void sent.pass('one', 'x'.repeat(200_000));
    calls[0]?.answer();
    await turn();
    expect(calls[2]?.events).toHaveLength(3);
  });

  test('When more comes than is read, then one entry stands for all of it until it is passed on', async () => {
    const { calls, sent, turn, fill } = held();
    await fill();
    const comes = (times: number) => Array.from({ length: times }, () => sent.passUnread('flooded'));
    const unread = comes(30);
    calls[0]?.answer();
    await turn();
    expect(calls).toHaveLength(2);
    unread.push(...comes(10));
    await jest.advanceTimersByTimeAsync(500);
    expect(calls[2]?.events).toEqual([{ token: 'flooded', body: null, requests: 40 }]);
    // A delivery that comes after the entry was sent is not counted in it.
    void comes(1);
    calls[1]?.answer();
    await jest.advanceTimersByTimeAsync(550);
    expect(calls[3]?.events).toEqual([{ token: 'flooded', body: null, requests: 1 }]);
    calls[2]?.answer();
    expect(new Set(await Promise.all(unread))).toEqual(new Set(['accepted']));
  });

  test('When a call fails, then its events must be sent again, and the next call is made', async () => {
    const { calls, sent, turn, fill } = held();
    const { passed } = await fill();
    const first = Promise.allSettled([passed]);
    const next = sent.pass('one', '3');
    calls[0]?.fail();
    calls[1]?.fail();
    expect(await first).toMatchObject([{ status: 'rejected', reason: { code: 'server.unavailable' } }]);
    await turn();
    calls[2]?.answer();
    expect(await next).toBe('accepted');
  });
});

describe('A share', () => {
  test('When a token has as many in progress as it may, then no more of it is let in until one has left, and others are', () => {
    const shares = new HookShares({ perToken: 2, inAll: 10 });
    const enter = (token: string) => shares.enter(token);
    expect(['flooded', 'flooded', 'flooded', 'calm'].map(enter)).toEqual([true, true, false, true]);
    shares.leave('flooded');
    expect(['flooded', 'flooded'].map(enter)).toEqual([true, false]);
  });

  test('When all together have as many as they may, then a token that has none is still let in, once', () => {
    const shares = new HookShares({ perToken: 2, inAll: 3 });
    const enter = (token: string) => shares.enter(token);
    expect(['a', 'a', 'b', 'b', 'c', 'c'].map(enter)).toEqual([true, true, true, false, true, false]);
    shares.leave('a');
    shares.leave('a');
    expect(['b', 'b', 'a'].map(enter)).toEqual([true, false, true]);
  });
});
