import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { untroubled } from './budget-state.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import type { Grant, Reservation } from './limit-store.ts';
import { refused } from './refusal.ts';

const budget: Budget = { key: 'vendor', limit: 8, windowMs: 1_000 };

function aStore(replicas = 4) {
  const clock = { now: 0 };
  const store = new LocalLimitStore({ replicas, now: () => clock.now });
  let calls = 0;
  const reserve = (budgets: readonly Budget[] = [budget]) => {
    calls += 1;
    return store.reserve({ id: String(calls), priority: 'migration' as const, budgets });
  };
  return { clock, store, reserve };
}

describe('The local store', () => {
  test('It grants only its share of the limit in a window', async () => {
    const { reserve } = aStore();
    expect((await reserve()).waitMs).toBe(0);
    expect((await reserve()).waitMs).toBe(0);
    const because = { budget, blocked: false };
    expect(await reserve()).toEqual({ waitMs: 1_060, startsAt: 1_060, askedAt: 0, because });
  });

  test('When the limit is smaller than the number of replicas, then one call still goes in each window', async () => {
    const { reserve } = aStore(20);
    expect((await reserve()).waitMs).toBe(0);
    expect((await reserve()).waitMs).toBe(1_060);
  });

  test('When a budget is blocked, then calls wait for the end of the block and say so', async () => {
    const { store, reserve } = aStore();
    await store.block('vendor', 5_000);
    await store.block('vendor', 1_000);
    const because = { budget, blocked: true };
    expect(await reserve()).toEqual({ waitMs: 5_000, startsAt: 5_000, askedAt: 0, because });
  });

  test('A caller who comes back goes, unless a block came in between', async () => {
    const { clock, store, reserve } = aStore(8);
    await reserve();
    const second = { id: 'second', priority: 'migration' as const, budgets: [budget] };
    const { startsAt, askedAt } = await store.reserve(second);
    clock.now = startsAt;
    expect((await store.reserve(second, askedAt)).waitMs).toBe(0);

    await store.block('vendor', 3_000);
    expect((await store.reserve(second, askedAt)).waitMs).toBe(3_000);
  });

  test('A place that is given back goes to the next caller', async () => {
    const { store, reserve } = aStore(8);
    await reserve();
    const given = { id: 'given back', priority: 'migration' as const, budgets: [budget] };
    const { startsAt } = await store.reserve(given);
    await store.release(given);
    expect((await reserve()).startsAt).toBe(startsAt);
  });

  test('When Redis goes away again, then a refusal of the earlier outage has no call probed, and its block still holds', async () => {
    const { clock, store, reserve } = aStore(1);
    const refuse = ({ key }: Budget, retryAfterMs: number) =>
      store.change([{ ...budget, key }], clock.now, (states, times) =>
        refused(states, { ...times, retryAfterMs }),
      );
    const long = { ...budget, key: 'long' };
    await refuse(budget, 1_500);
    await refuse(long, 60_000);
    clock.now = 30_000;
    store.takeOver(new Map(), new Map());
    expect(await reserve()).toMatchObject({ waitMs: 0, isProbe: false });
    expect(await reserve()).toMatchObject({ waitMs: 0 });
    expect(await reserve([long])).toMatchObject({ waitMs: 30_000, because: { blocked: true } });
    clock.now = 61_000;
    expect(await reserve([long])).toMatchObject({ waitMs: 0, isProbe: false });
  });

  test('When what the shared store knows is taken over, then it holds, and so does a longer block of its own', async () => {
    const { store, reserve } = aStore(1);
    await store.block('vendor', 5_000);
    store.takeOver(
      new Map([['vendor', { ...untroubled, blockedUntil: 1_000, refusals: 1 }]]),
      new Map([['vendor', 1]]),
    );
    expect(await reserve()).toMatchObject({ waitMs: 5_000, because: { blocked: true } });
  });

  test('When sync is active, then migrations keep a tenth of a limit free and spend half at a time, but none of our own pace', async () => {
    const { clock, store, reserve } = aStore(1);
    const pace = { ...budget, key: 'pace', isOwnPace: true as const };
    await store.announceSync([budget.key, pace.key]);
    const goneInHalves = async (under: Budget): Promise<number[]> => {
      const calls = [0, 0];
      for (const half of calls.keys()) {
        while ((await reserve([under])).waitMs === 0) calls[half] = (calls[half] ?? 0) + 1;
        clock.now += Math.ceil(keptWindowMs(under) / 2);
      }
      return calls;
    };
    // The call that waits at the end of the first half has a place in the second one.
    expect(await goneInHalves(budget)).toEqual([4, 2]);
    expect(await goneInHalves(pace)).toEqual([8, 0]);
  });

  test('A learned limit replaces the assumed one', async () => {
    const { store, reserve } = aStore(1);
    await store.learnLimit('vendor', 1);
    await reserve();
    expect((await reserve()).waitMs).toBe(1_060);
  });
});

const key: Budget = { key: 'key', limit: 3, windowMs: 1_000 };
const otherKey: Budget = { key: 'other key', limit: 3, windowMs: 1_000 };
const address: Budget = { key: 'address', limit: 4, windowMs: 1_000 };

/** A call: when it is made, under which key, and by how much it comes back late, each time. */
const calls = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 400 }),
    own: fc.constantFrom(key, otherKey),
    late: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 25 },
);

interface Caller {
  readonly reservation: Reservation;
  readonly late: readonly number[];
  grant?: Grant;
  tries: number;
  nextAt: number;
  goneAt?: number;
}

/** Lets them ask and come back until all are gone. */
async function run(asked: readonly { after: number; own: Budget; late: readonly number[] }[]) {
  const clock = { now: 0 };
  const store = new LocalLimitStore({ replicas: 1, now: () => clock.now });
  let at = 0;
  const callers = asked.map(({ after, own, late }, index): Caller => {
    at += after;
    const reservation: Reservation = {
      priority: 'migration',
      id: String(index).padStart(3, '0'),
      budgets: [own, address],
    };
    return { reservation, late, tries: 0, nextAt: at };
  });
  for (;;) {
    const [next] = callers.filter(({ goneAt }) => goneAt === undefined).sort((a, b) => a.nextAt - b.nextAt);
    if (!next) return callers;
    clock.now = next.nextAt;
    next.grant = await store.reserve(next.reservation, next.grant?.askedAt);
    if (next.grant.waitMs === 0) next.goneAt = clock.now;
    next.nextAt = next.grant.startsAt + (next.late[next.tries % next.late.length] ?? 0);
    next.tries += 1;
  }
}

function goneUnder(callers: readonly Caller[], budget: Budget): number[] {
  return callers.flatMap(({ reservation, goneAt }) =>
    reservation.budgets.includes(budget) && goneAt !== undefined ? [goneAt] : [],
  );
}

describe('Callers who come back late', () => {
  test('However late, no window holds more calls than its limit, counted when they really went', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (asked) => {
        const callers = await run(asked);
        for (const budget of [key, otherKey, address]) {
          const gone = goneUnder(callers, budget);
          const inWindow = gone.map(
            (from) => gone.filter((it) => it >= from && it < from + keptWindowMs(budget)).length,
          );
          expect(Math.max(0, ...inWindow)).toBeLessThanOrEqual(budget.limit);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('Who asked first goes first again: one who was late is not sent to the end', async () => {
    const waiters = Array.from({ length: 12 }, () => ({ after: 0, own: key, late: [0] }));
    const stalled = waiters.map((it, index) => (index === 3 ? { ...it, late: [500, 0] } : it));
    const late = (await run(stalled))[3];
    // Asked to come back after one window, it comes half a window later, when its place is still free.
    expect(late?.goneAt).toBe(keptWindowMs(key) + 500);
    const slower = waiters.map((it, index) => (index === 3 ? { ...it, late: [1_100, 0] } : it));
    // Those after it used the window in which it came; it goes in the next one, and the last of those waits for it.
    const gone = (await run(slower)).map(({ goneAt }) => (goneAt ?? 0) / keptWindowMs(key));
    expect(gone).toEqual([0, 0, 0, 3, 1, 1, 2, 2, 2, 3, 3, 4]);
  });

  test('No one waits for one who never comes back', async () => {
    const asked = [0, 1, 2, 3, 4].map((index) => ({ after: 0, own: key, late: [index === 3 ? 1e9 : 0] }));
    expect((await run(asked))[4]?.goneAt).toBeLessThanOrEqual(2 * keptWindowMs(key));
  });
});
