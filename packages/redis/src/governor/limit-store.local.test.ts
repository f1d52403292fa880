import { describe, expect, test } from '@jest/globals';
import { untroubled } from './budget-state.ts';
import type { Budget } from './budget.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import { refused } from './refusal.ts';

const budget: Budget = { key: 'vendor', limit: 8, windowMs: 1_000 };

function aStore(replicas = 4) {
  const clock = { now: 0 };
  const store = new LocalLimitStore({ replicas, now: () => clock.now });
  let calls = 0;
  const reserve = (budgets: readonly Budget[] = [budget]) => {
    calls += 1;
    return store.reserve({ id: String(calls), budgets });
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
    const second = { id: 'second', budgets: [budget] };
    const { startsAt, askedAt } = await store.reserve(second);
    clock.now = startsAt;
    expect((await store.reserve(second, askedAt)).waitMs).toBe(0);

    await store.block('vendor', 3_000);
    expect((await store.reserve(second, askedAt)).waitMs).toBe(3_000);
  });

  test('A place that is given back goes to the next caller', async () => {
    const { store, reserve } = aStore(8);
    await reserve();
    const given = { id: 'given back', budgets: [budget] };
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

  test('A learned limit replaces the assumed one', async () => {
    const { store, reserve } = aStore(1);
    await store.learnLimit('vendor', 1);
    await reserve();
    expect((await reserve()).waitMs).toBe(1_060);
  });
});
