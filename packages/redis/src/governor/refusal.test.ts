import { describe, expect, test } from '@jest/globals';
import { keyAndAddress } from './testing/budgets.ts';
import { limitAt, untroubled, type BudgetState } from './budget-state.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import { answered, refused } from './refusal.ts';

const keyA = keyAndAddress('a', 'nat');
const keyB = keyAndAddress('b', 'nat');
const window = 1_060;

/** A store whose clock is stopped, and calls that end now and began `ms` ago. */
function aStore() {
  const clock = { now: 100_000 };
  const store = new LocalLimitStore({ replicas: 1, now: () => clock.now });
  let calls = 0;
  return {
    clock,
    wait: async (budgets = keyA) =>
      (await store.reserve({ id: String(++calls), priority: 'migration', budgets })).waitMs,
    refuse: (budgets = keyA, ms = 150) =>
      store.change(budgets, clock.now - ms, (states, times) =>
        refused(states, { ...times, retryAfterMs: null }),
      ),
    answer: (budgets = keyA, ms = 150) =>
      store.change(budgets, clock.now - ms, (states, { startedAt }) => answered(states, startedAt)),
  };
}

describe('A key that is refused without a reason', () => {
  test('pauses for one window, and longer each time it is refused again, while others go on', async () => {
    const { clock, wait, refuse, answer } = aStore();
    for (const pause of [window, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await refuse();
      await refuse();
      clock.now += 60;
      await answer(keyB, 100);
      expect(await wait(keyB)).toBe(0);
      expect(await wait()).toBe(pause - 60);
      clock.now += pause + 200;
    }
  });

  test('goes with a single call first, and the others wait for its answer', async () => {
    const { clock, wait, refuse, answer } = aStore();
    await refuse();
    clock.now += window;
    expect(await wait()).toBe(0);
    expect([await wait(), await wait()]).toEqual([100, 100]);
    clock.now += 150;
    await answer();
    expect(await wait()).toBe(0);
  });

  test('when the single call is never answered, then another one goes', async () => {
    const { clock, wait, refuse } = aStore();
    await refuse();
    clock.now += window;
    await wait();
    clock.now += 5_000;
    expect(await wait()).toBe(0);
  });
});

describe('An address that is shut out', () => {
  test('When a second key is refused and no call succeeded in between, then no key calls for half a minute', async () => {
    const { clock, wait, refuse } = aStore();
    await refuse(keyA);
    // Calls in flight are waited for before any other caller goes.
    expect(await wait(keyB)).toBe(300);
    clock.now += 20;
    await refuse(keyB);
    expect(await wait(keyAndAddress('c', 'nat'))).toBe(30_000);
    expect(await wait(keyAndAddress('a', 'other'))).toBeLessThan(2_000);
  });

  test('When the only key is refused again after its pause, then it rests as in a ban, and the next other key decides', async () => {
    const { clock, wait, refuse } = aStore();
    const keyC = keyAndAddress('c', 'nat');
    await refuse();
    clock.now += window;
    expect(await wait()).toBe(0);
    clock.now += 150;
    await refuse();
    expect(await wait()).toBe(30_000);
    expect(await wait(keyB)).toBe(0);
    expect(await wait(keyC)).toBe(100);
    clock.now += 150;
    await refuse(keyB);
    expect(await wait(keyC)).toBe(30_000);
  });

  test('When one key is always refused, then another one with rare calls is never blocked', async () => {
    const { clock, wait, refuse, answer } = aStore();
    for (let round = 0; round < 8; round += 1) {
      await refuse();
      clock.now += (await wait()) + 150;
      await refuse();
      clock.now += 400;
      expect(await wait(keyB)).toBe(0);
      clock.now += 150;
      await answer(keyB);
      clock.now += await wait();
    }
  });

  test('After it one call goes alone; when that is refused, the pause doubles, and when it is answered, all go', async () => {
    const { clock, wait, refuse, answer } = aStore();
    await refuse(keyA);
    await refuse(keyB);
    clock.now += 30_000;
    const keyC = keyAndAddress('c', 'nat');
    expect(await wait(keyC)).toBe(0);
    expect(await wait(keyB)).toBe(100);
    clock.now += 150;
    await refuse(keyC);
    expect(await wait(keyAndAddress('d', 'nat'))).toBe(60_000);
    clock.now += 60_000;
    expect(await wait(keyAndAddress('e', 'nat'))).toBe(0);
    clock.now += 150;
    await answer(keyAndAddress('e', 'nat'));
    expect(await wait(keyAndAddress('f', 'nat'))).toBe(0);
  });

  test('When calls are refused that were let go before the refusal was known, then that is no other refusal', async () => {
    const { clock, wait, refuse } = aStore();
    await refuse(keyA);
    await refuse(keyB);
    clock.now += 900;
    // Their processes were busy: the calls began this much later than they were granted.
    for (const key of [keyA, keyB, keyAndAddress('c', 'nat')]) await refuse(key, 100);
    expect(await wait(keyAndAddress('d', 'nat'))).toBe(29_100);
  });

  test('When a call is answered that began after the refused ones, then it was no ban', async () => {
    const { clock, wait, refuse, answer } = aStore();
    const keyC = keyAndAddress('c', 'nat');
    await refuse(keyA);
    await refuse(keyB);
    expect(await wait(keyC)).toBe(30_000);
    clock.now += 30;
    await answer(keyC, 150);
    expect(await wait(keyC)).toBeGreaterThan(29_000);
    await answer(keyC, 110);
    expect(await wait(keyAndAddress('d', 'nat'))).toBe(0);
  });

  test('When a key was refused long ago and nothing happened since, then another refusal is no ban yet', async () => {
    const { clock, wait, refuse } = aStore();
    await refuse(keyA);
    clock.now += 61_000;
    await refuse(keyB);
    clock.now += 300;
    expect(await wait(keyAndAddress('c', 'nat'))).toBe(0);
  });
});

describe('A limit that was hit', () => {
  const { key, ...limits } = keyA[0];
  const states = (ownState: BudgetState) => ({
    own: { key, ...limits },
    ownState,
    shared: null,
    sharedState: untroubled,
  });

  test('is narrower by a tenth, and again with each further refusal, and never nothing', () => {
    let state = untroubled;
    const seen: number[] = [];
    for (let now = 1_500; now < 19_000; now += 1_500) {
      state = refused(states(state), { now, startedAt: now - 1, retryAfterMs: null }).ownState;
      seen.push(limitAt(now, 10, state));
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1]);
  });

  test('is widened step by step', () => {
    const state = { ...untroubled, narrowedTo: 7, narrowedAt: 1_000 };
    const at = (seconds: number): number => limitAt(1_000 + seconds * 1_000, 10, state);
    expect([0, 29, 30, 60, 90, 900].map(at)).toEqual([7, 7, 8, 9, 10, 10]);
    expect(limitAt(61_000, 190, { ...untroubled, narrowedTo: 100, narrowedAt: 1_000 })).toBe(138);
  });
});
