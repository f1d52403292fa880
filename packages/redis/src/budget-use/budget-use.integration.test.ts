import { beforeAll, afterAll, describe, expect, test } from '@jest/globals';
import { createLogger, newId } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type Redis } from '../open-redis.ts';
import { createUseReader } from './budget-use.ts';
import type { Budget } from '../governor/budget.ts';
import type { Priority } from '../governor/call-order.ts';
import { RedisLimitStore } from '../governor/limit-store.redis.ts';

let redis: Redis;
beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
});
afterAll(async () => redis[Symbol.asyncDispose]());

const aBudget = (limit: number): Budget => ({ key: `test:${newId()}`, limit, windowMs: 60_000 });

describe('The use of a budget', () => {
  test('Without calls nothing is used, and the whole budget is free', async () => {
    const [use] = await createUseReader(redis.client)([aBudget(10)]);
    const none = { people: 0, sync: 0, migration: 0, background: 0 };
    expect(use).toMatchObject({ limit: 10, used: none, waiting: none, freesAt: null, day: null });
  });

  test('When calls went and wait, then each is counted by its priority, and the next one may go when the oldest leaves the window', async () => {
    const budget = aBudget(3);
    const store = new RedisLimitStore(redis.client);
    const call = (priority: Priority) => store.reserve({ id: newId(), priority, budgets: [budget] });
    for (const priority of ['migration', 'people', 'migration', 'migration'] as const) await call(priority);
    const [use, other] = await createUseReader(redis.client)([budget, aBudget(5)]);
    expect(use?.used).toEqual({ people: 1, sync: 0, migration: 2, background: 0 });
    expect(use?.waiting).toEqual({ people: 0, sync: 0, migration: 1, background: 0 });
    expect((use?.freesAt ?? 0) - (use?.now ?? 0)).toBeGreaterThan(55_000);
    expect(other?.limit).toBe(5);
  });

  test('When the vendor reported its limit, its daily quota and a pause, then they are shown', async () => {
    const budget = aBudget(100);
    const store = new RedisLimitStore(redis.client);
    await store.learnLimit(budget.key, 190);
    await store.noteDailyUse(budget.key, { limit: 650_000, remaining: 1_000 });
    await store.block(budget.key, 5_000);
    await store.reserveRest(budget.key, 60_000);
    const [use] = await createUseReader(redis.client)([budget]);
    expect(use).toMatchObject({ limit: 190, day: { limit: 650_000, remaining: 1_000 } });
    const now = use?.now ?? 0;
    expect(Math.abs((use?.day?.at ?? 0) - now)).toBeLessThan(5_000);
    expect(use?.blockedUntil).toBeGreaterThan(now);
    expect(use?.freesAt).toBe(use?.blockedUntil);
    expect(use?.reservedUntil).toBeGreaterThan(now);
  });

  test('When use is read, then it takes no place, changes nothing, and asks Redis once', async () => {
    const budget = aBudget(3);
    const store = new RedisLimitStore(redis.client);
    await store.reserve({ id: newId(), priority: 'sync', budgets: [budget] });
    const read = createUseReader(redis.client);
    const first = await read([budget]);
    let asked = 0;
    const counted = new Proxy(redis.client, {
      get(client, name) {
        const value: unknown = Reflect.get(client, name, client);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          asked += 1;
          return Reflect.apply(value, client, args) as unknown;
        };
      },
    });
    const second = await createUseReader(counted)([budget]);
    expect(asked).toBe(1);
    expect(second[0]?.used).toEqual(first[0]?.used);
  });
});
