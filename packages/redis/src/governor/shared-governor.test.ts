import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { BackgroundLine } from './background-line.ts';
import { keyAndAddress, perToken } from './testing/budgets.ts';
import type { GovernorWait } from './governor.ts';
import { Lateness } from './lateness.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import type { Priority } from './call-order.ts';
import { SharedGovernor } from './shared-governor.ts';

const key = keyAndAddress('a', 'nat');
const other = keyAndAddress('b', 'nat');
const token = perToken('a');

/** A governor between a shared store, which has a clock of its own, and a local one; `isThere`: whether Redis answers. */
function aGovernor(stalledMs = 0) {
  const state = { isThere: true, usesOfLocal: 0 };
  const shared = new LocalLimitStore({ replicas: 1, now: () => Math.round(performance.now()) + 1_000_000 });
  const local = new LocalLimitStore({
    replicas: 1,
    now: () => {
      state.usesOfLocal += 1;
      return Math.round(performance.now());
    },
  });
  /** The places that the shared store was asked for. */
  const asked: { readonly id: string; readonly before: number | undefined; readonly askedAt: number }[] = [];
  const reserve = shared.reserve.bind(shared);
  shared.reserve = async (reservation, before) => {
    const grant = await reserve(reservation, before);
    asked.push({ id: reservation.id, before, askedAt: grant.askedAt });
    return grant;
  };
  const governor = new SharedGovernor({
    shared,
    local,
    sharedReady: () => state.isThere,
    lateness: new Lateness({ longestMs: () => stalledMs, forget: () => undefined }),
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const firstWait = async (
    budgets: Parameters<typeof governor.acquire>[0],
    priority: Priority = 'migration',
  ): Promise<GovernorWait | null> => {
    const stop = new AbortController();
    let told: GovernorWait | null = null;
    const onWait = (wait: GovernorWait): void => {
      told = wait;
      stop.abort();
    };
    await governor.acquire(budgets, { priority, onWait, signal: stop.signal }).catch(() => undefined);
    return told;
  };
  return { governor, state, asked, firstWait };
}

describe('A call that waits', () => {
  test('When it comes back, then it hands in when it asked first, by which it keeps its turn', async () => {
    const { governor, asked } = aGovernor();
    const budget = { key: 'one-call', limit: 1, windowMs: 50, isOwnPace: true as const };
    await governor.acquire([budget], { priority: 'migration' });
    await governor.acquire([budget], { priority: 'migration' });
    expect(asked.length).toBeGreaterThan(2);
    for (const [first, ...again] of Map.groupBy(asked, ({ id }) => id).values()) {
      expect(first?.before).toBeUndefined();
      for (const { before } of again) expect(before).toBe(first?.askedAt);
    }
  });

  test('When its process stalls, then it still reports the budget as the caller gave it', async () => {
    const { governor, firstWait } = aGovernor(500);
    const budget = { key: 'one-call', limit: 1, windowMs: 200 };
    await governor.acquire([budget], { priority: 'migration' });
    expect((await firstWait([budget]))?.budget).toEqual(budget);
  });

  test('When its process stalls, then it keeps away longer from the limit of a vendor, but not from our own pace', async () => {
    const { governor, firstWait } = aGovernor(500);
    const ofVendor = { key: 'one-call', limit: 1, windowMs: 200 };
    const ours = { ...ofVendor, key: 'pace', isOwnPace: true as const };
    for (const budget of [ofVendor, ours]) await governor.acquire([budget], { priority: 'migration' });
    expect((await firstWait([ofVendor]))?.ms).toBeGreaterThan(400);
    expect((await firstWait([ours]))?.ms).toBeLessThanOrEqual(200);
  });
});

describe('The local store', () => {
  test('When Redis answers, then it is not used, whatever is learned', async () => {
    const { governor, state } = aGovernor();
    await governor.acquire(key, { priority: 'migration' });
    await governor.answered(key, { durationMs: 10 });
    await governor.limited(key, { retryAfterMs: null, durationMs: 10 });
    await governor.block(token.key, 60_000);
    await governor.learnLimit(token.key, 190);
    expect(state.usesOfLocal).toBe(0);
  });

  test('When Redis fails, then blocks, a concluded ban and reported limits still hold', async () => {
    const { governor, state, firstWait } = aGovernor();
    await governor.block(token.key, 60_000);
    await governor.learnLimit(token.key, 1);
    await governor.limited(key, { retryAfterMs: null, durationMs: 10 });
    await governor.limited(other, { retryAfterMs: null, durationMs: 10 });
    state.isThere = false;
    const blocked = await firstWait([token]);
    expect(blocked).toMatchObject({ blocked: true, budget: token });
    expect(blocked?.ms).toBeGreaterThan(59_000);
    const banned = await firstWait(keyAndAddress('c', 'nat'));
    expect(banned).toMatchObject({ blocked: true, budget: { key: key[1].key } });
    expect(banned?.ms).toBeGreaterThan(29_000);
    const unblocked = perToken('b');
    await governor.learnLimit(unblocked.key, 1);
    await governor.acquire([unblocked], { priority: 'migration' });
    expect(await firstWait([unblocked])).toMatchObject({ blocked: false });
  });

  test('When an answer has disproved a ban before Redis goes away, then no call waits for it', async () => {
    const { governor, state, firstWait } = aGovernor();
    await governor.limited(key, { retryAfterMs: null, durationMs: 500 });
    await governor.limited(other, { retryAfterMs: null, durationMs: 500 });
    await governor.answered(keyAndAddress('c', 'nat'), { durationMs: 10 });
    state.isThere = false;
    expect(await firstWait(keyAndAddress('d', 'nat'))).toBeNull();
  });
});

describe('What is left of a day', () => {
  const limit = 250_000;

  test('When a tenth is left, then migrations and background wait and say so, and sync and people go', async () => {
    const { governor, firstWait } = aGovernor();
    await governor.learnDailyUse(token.key, { limit, remaining: 25_001 });
    expect(await firstWait([token])).toBeNull();
    await governor.learnDailyUse(token.key, { limit, remaining: 25_000 });
    for (const priority of ['migration', 'background'] as const) {
      const wait = await firstWait([token], priority);
      expect(wait).toMatchObject({ budget: token, isReserved: true });
      expect(wait?.ms).toBeGreaterThan(14 * 60_000);
    }
    expect(await firstWait([token], 'sync')).toBeNull();
    expect(await firstWait([token], 'people')).toBeNull();
  });

  test('When an answer says that a new day has begun, then migrations go again', async () => {
    const { governor, firstWait } = aGovernor();
    await governor.learnDailyUse(token.key, { limit, remaining: 10 });
    await governor.learnDailyUse(token.key, { limit, remaining: 249_999 });
    expect(await firstWait([token])).toBeNull();
  });

  test('When Redis goes away, then the rest of the day is still reserved', async () => {
    const { governor, state, firstWait } = aGovernor();
    await governor.learnDailyUse(token.key, { limit, remaining: 10 });
    state.isThere = false;
    expect(await firstWait([token])).toMatchObject({ isReserved: true });
    expect(await firstWait([token], 'sync')).toBeNull();
  });
});

describe('Sync that is about to begin', () => {
  test('When it is announced, then a tenth of the window is free for it though migrations use up the rest', async () => {
    const { governor, firstWait } = aGovernor();
    await governor.announceSync(key);
    for (let call = 0; call < 9; call += 1) await governor.acquire(key, { priority: 'migration' });
    expect(await firstWait(key)).toMatchObject({ budget: { key: key[0].key }, blocked: false });
    expect(await firstWait(key, 'sync')).toBeNull();
  });
});

describe('Background calls of one process', () => {
  test('When one is aborted in the line, then it waits no longer and asks for no place', async () => {
    const line = new BackgroundLine(60_000);
    await line.enter();
    const stop = new AbortController();
    const waiting = line.enter(stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeInstanceOf(Function);
    await expect(line.enter(AbortSignal.abort())).resolves.toBeInstanceOf(Function);

    const { governor, asked } = aGovernor();
    const reason = new Error('stopped');
    const options = { priority: 'background' as const, signal: AbortSignal.abort(reason) };
    await expect(governor.acquire(key, options)).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  test('When the one before it does not leave, then it asks anyway after a while, and not before', async () => {
    const line = new BackgroundLine(100);
    await line.enter();
    const started = performance.now();
    await line.enter();
    // Node's timers may fire up to a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(98);
  });

  test('When the one before it leaves, then it is its turn', async () => {
    const line = new BackgroundLine(60_000);
    const leave = await line.enter();
    const next = line.enter();
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
