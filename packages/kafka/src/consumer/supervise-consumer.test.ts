import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { superviseConsumer, type MemberEnd } from './group-member.ts';

const lost: MemberEnd = { error: new Error('lost'), final: false };

/** Supervises members that last and end as given, and stops after the last one. */
async function staying(members: readonly { readonly lastsMs?: number; readonly end: MemberEnd }[]) {
  const stop = new AbortController();
  const waits: number[] = [];
  const left = [...members];
  const error = await superviseConsumer({
    runMember: () => {
      const { lastsMs = 0, end } = left.shift() ?? { end: lost };
      jest.advanceTimersByTime(lastsMs);
      if (left.length === 0) stop.abort();
      return Promise.resolve(end);
    },
    onInterrupted: () => undefined,
    signal: stop.signal,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { error, waits };
}

const times = (count: number) => Array.from({ length: count }, () => ({ end: lost }));

describe('Staying in a group', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('When members keep failing, then the waits grow to a bound, and there is no end to the attempts', async () => {
    const { error, waits } = await staying(times(200));
    expect(error).toBeNull();
    expect(waits).toHaveLength(200);
    expect(waits[0]).toBeGreaterThanOrEqual(200);
    expect(waits[0]).toBeLessThanOrEqual(300);
    expect(Math.min(...waits.slice(5))).toBeGreaterThanOrEqual(4_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6_000);
    expect(new Set(waits.slice(5)).size).toBeGreaterThan(50);
  });

  test('When a member lasted, then the waits begin small again', async () => {
    const { waits } = await staying([...times(8), { lastsMs: 60_000, end: lost }, ...times(1)]);
    expect(waits[7]).toBeGreaterThan(3_000);
    expect(waits[8]).toBeLessThan(400);
  });

  test('When an error cannot be healed, then it is the answer and no other member is tried', async () => {
    const final = new Error('no access');
    const { error, waits } = await staying([
      { end: lost },
      { end: { error: final, final: true } },
      { end: lost },
    ]);
    expect(error).toBe(final);
    expect(waits).toHaveLength(1);
  });

  test('When a member was stopped on request, then no other one follows', async () => {
    const { error, waits } = await staying([{ end: { error: null } }, { end: lost }]);
    expect({ error, waits }).toEqual({ error: null, waits: [] });
  });
});
