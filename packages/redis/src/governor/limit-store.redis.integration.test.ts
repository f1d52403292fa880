import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import fc from '@ridgeline/testkit/property';
import { openRedis, type Redis } from '../open-redis.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import { LocalLimitStore } from './limit-store.local.ts';
import { answered, refused } from './refusal.ts';
import { RedisLimitStore } from './limit-store.redis.ts';
import { priorities, type Priority } from './call-order.ts';
import type { Grant, Reservation } from './limit-store.ts';
import { letAllGo } from './testing/callers.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const connections: Redis[] = [];

beforeAll(async () => {
  const url = await testRedisUrl();
  connections.push(
    await openRedis({ url, name: 'one', logger }),
    await openRedis({ url, name: 'two', logger }),
  );
});

afterAll(async () => {
  for (const connection of connections) await connection[Symbol.asyncDispose]();
});

function stores(now?: () => number): RedisLimitStore[] {
  return connections.map(({ client }) => new RedisLimitStore(client, now));
}

function aBudget(limit: number, windowMs: number): Budget {
  return { key: `test:${randomUUID()}`, limit, windowMs };
}

/** The most starts that fall into any window. */
function fullestWindow(starts: readonly number[], windowMs: number): number {
  return Math.max(...starts.map((from) => starts.filter((it) => it >= from && it < from + windowMs).length));
}

type Step =
  | {
      readonly kind: 'reserve';
      readonly priority: Priority;
      readonly pause: number;
      readonly under: readonly number[];
      readonly store: number;
    }
  | { readonly kind: 'back'; readonly which: number; readonly late: number; readonly store: number }
  | { readonly kind: 'release'; readonly which: number; readonly store: number }
  | { readonly kind: 'block'; readonly budget: number; readonly ms: number; readonly store: number }
  | {
      readonly kind: 'hear';
      readonly isRefusal: boolean;
      readonly under: readonly number[];
      readonly ago: number;
      readonly store: number;
    }
  | { readonly kind: 'reserve rest'; readonly budget: number; readonly ms: number; readonly store: number }
  | { readonly kind: 'announce'; readonly budget: number; readonly store: number }
  | { readonly kind: 'learn'; readonly budget: number; readonly limit: number; readonly store: number };

const store = fc.integer({ min: 0, max: 1 });
const budgetIndex = fc.integer({ min: 0, max: 1 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('reserve' as const),
        priority: fc.constantFrom(...priorities),
        pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
        under: fc.constantFrom([0], [1], [0, 1], [2, 1], [0, 1, 3]),
        store,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('back' as const),
        which: fc.nat(20),
        late: fc.integer({ min: 0, max: 4_000 }),
        store,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(40), store }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('block' as const),
        budget: budgetIndex,
        ms: fc.integer({ min: 10_000, max: 30_000 }),
        store,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('hear' as const),
        isRefusal: fc.boolean(),
        under: fc.constantFrom([0, 1], [2, 1], [0]),
        ago: fc.integer({ min: 0, max: 3_000 }),
        store,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('reserve rest' as const),
        budget: budgetIndex,
        ms: fc.constantFrom(0, 20_000, 90_000),
        store,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('announce' as const), budget: budgetIndex, store }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('learn' as const),
        budget: budgetIndex,
        limit: fc.constantFrom(1, 2, 3, 4, 6, 10, 21),
        store,
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
);

describe('The store in Redis', () => {
  test('It grants the same starts as the local one, whatever is reserved in which priority, released, blocked, refused, answered, learned and announced, however late callers come back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const clock = { now: 1_000_000 };
        const shared = stores(() => clock.now);
        const local = new LocalLimitStore({ replicas: 1, now: () => clock.now });
        const budgets: readonly Budget[] = [
          aBudget(2, 5_000),
          { ...aBudget(4, 9_000), banMs: 30_000 },
          aBudget(3, 5_000),
          { ...aBudget(3, 4_000), isOwnPace: true },
        ];
        const places: { reservation: Reservation; grant: Grant }[] = [];
        const ask = async (
          redis: RedisLimitStore | undefined,
          reservation: Reservation,
          askedAt?: number,
        ) => {
          const grant = await local.reserve(reservation, askedAt);
          expect(await redis?.reserve(reservation, askedAt)).toMatchObject({
            waitMs: grant.waitMs,
            startsAt: grant.startsAt,
            askedAt: grant.askedAt,
          });
          return { reservation, grant };
        };

        for (const step of script) {
          const redis = shared[step.store];
          if (step.kind === 'reserve') {
            clock.now += step.pause;
            const under = budgets.filter((_, index) => step.under.includes(index));
            const { priority } = step;
            places.push(await ask(redis, { id: randomUUID(), priority, budgets: under }));
          } else if (step.kind === 'back') {
            const waiting = places.findIndex(({ grant }) => grant.waitMs > 0);
            const place = places[waiting + step.which];
            if (waiting < 0 || !place || place.grant.waitMs === 0) continue;
            clock.now = Math.max(clock.now, place.grant.startsAt) + step.late;
            places[waiting + step.which] = await ask(redis, place.reservation, place.grant.askedAt);
          } else if (step.kind === 'release') {
            const place = places[step.which];
            if (!place) continue;
            const { reservation, grant } = place;
            await Promise.all([local.release(reservation), redis?.release(reservation, grant)]);
          } else if (step.kind === 'hear') {
            const under = budgets.filter((_, index) => step.under.includes(index));
            for (const each of [local, redis])
              await each?.change(under, clock.now - step.ago, (states, times) =>
                step.isRefusal
                  ? refused(states, { ...times, retryAfterMs: null })
                  : answered(states, times.startedAt),
              );
          } else {
            const key = budgets[step.budget]?.key ?? '';
            for (const each of [local, redis]) {
              if (step.kind === 'block') await each?.block(key, step.ms);
              else if (step.kind === 'reserve rest') await each?.reserveRest(key, step.ms);
              else if (step.kind === 'announce') await each?.announceSync([key]);
              else await each?.learnLimit(key, step.limit);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('When two processes reserve at the same time, then no window holds more starts than the limit', async () => {
    const key = aBudget(10, 1_000);
    const address = aBudget(15, 1_000);
    const other = aBudget(10, 1_000);
    const asks = Array.from({ length: 120 }, (_, index) => ({
      redis: stores()[index % 2],
      budgets: index % 3 === 0 ? [other, address] : [key, address],
    }));
    const grants = await Promise.all(
      asks.map(async ({ redis, budgets }) => {
        const grant = await redis?.reserve({ id: randomUUID(), priority: 'migration' as const, budgets });
        return { budgets, startsAt: grant?.startsAt ?? 0 };
      }),
    );
    for (const { key: name, limit, windowMs } of [key, address, other]) {
      const starts = grants
        .filter(({ budgets }) => budgets.some((it) => it.key === name))
        .map((it) => it.startsAt);
      expect(fullestWindow(starts, windowMs)).toBeLessThanOrEqual(limit);
    }
    // And nothing is given away: what the calls share is used to the full.
    const all = grants.map(({ startsAt }) => startsAt);
    expect(fullestWindow(all, address.windowMs)).toBe(address.limit);
  });

  test('When callers of two processes ask in one millisecond and come back late, then no window has room left', async () => {
    const budget = aBudget(4, 200);
    const clock = { now: 0 };
    const [one, two] = stores(() => clock.now) as [RedisLimitStore, RedisLimitStore];
    const calls = Array.from({ length: 12 }, () => ({
      at: 0,
      reservation: { id: randomUUID(), priority: 'migration' as const, budgets: [budget] },
    }));
    const local = new LocalLimitStore({ replicas: 1, now: () => clock.now });
    const gone = await letAllGo(calls, clock, (index) => (index % 2 ? one : two), 10);
    expect(gone).toEqual(await letAllGo(calls, clock, () => local, 10));
    const starts = gone.map(({ goneAt }) => goneAt);
    expect(Math.max(...starts)).toBeLessThanOrEqual(2 * (keptWindowMs(budget) + 2 * 10));
  });

  test('Places are given in the order of asking, whichever process asks', async () => {
    const budget = aBudget(3, 1_000);
    const [one, two] = stores();
    const starts: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      const grant = await (call % 2 ? one : two)?.reserve({
        id: randomUUID(),
        priority: 'migration' as const,
        budgets: [budget],
      });
      starts.push(grant?.startsAt ?? 0);
    }
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  test('When the other process blocked the budget, then a caller who comes back waits again', async () => {
    const budget = aBudget(1, 60_000);
    const [one, two] = stores();
    await one?.reserve({ id: randomUUID(), priority: 'migration' as const, budgets: [budget] });
    const waiting = { id: randomUUID(), priority: 'migration' as const, budgets: [budget] };
    const grant = await one?.reserve(waiting);
    expect(grant?.because).toEqual({ budget, blocked: false });

    await two?.block(budget.key, 120_000);
    const again = await one?.reserve(waiting, grant?.askedAt);
    expect(again?.waitMs).toBeGreaterThan(110_000);
    expect(again?.because).toEqual({ budget, blocked: true });
  });

  test('When places of the previous release are in the log, then they count', async () => {
    const budget = aBudget(3, 5_000);
    const now = Date.now();
    await connections[0]?.client.zAdd(`ridgeline:governor:${budget.key}:log`, [
      { score: now, value: randomUUID() },
      { score: now, value: `${String(now)} ${randomUUID()}` },
    ]);
    const [one] = stores();
    const waits: number[] = [];
    for (const priority of ['people', 'people'] as const) {
      const grant = await one?.reserve({ id: randomUUID(), priority, budgets: [budget] });
      waits.push(grant?.waitMs ?? 0);
    }
    expect(waits[0]).toBe(0);
    expect(waits[1]).toBeGreaterThan(4_000);
  });

  test('All its keys expire automatically', async () => {
    const budget = aBudget(1, 1_000);
    const [one] = stores();
    await one?.reserve({ id: randomUUID(), priority: 'migration' as const, budgets: [budget] });
    await one?.block(budget.key, 5_000);
    await one?.learnLimit(budget.key, 7);
    const client = connections[0]?.client;
    const kept = (await client?.keys(`ridgeline:governor:${budget.key}:*`)) ?? [];
    expect(kept).toHaveLength(2);
    for (const name of kept) expect(await client?.pTTL(name)).toBeGreaterThan(0);
  });
});
