import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type Redis, type RedisClient } from '../open-redis.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import { keyAndAddress } from './testing/budgets.ts';
import { createGovernor } from './shared-governor.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: Redis;

beforeAll(async () => {
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
  // Redis has the scripts from here on, so that each question is one command.
  const governor = createGovernor({ redis, logger });
  const budgets = keyAndAddress(randomUUID(), randomUUID());
  await governor.acquire(budgets, { priority: 'migration' });
  await governor.limited(budgets, { retryAfterMs: null, durationMs: 1 });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
});

/** The governor of a process so busy that it reads Redis' answers only after `lateMs`. */
function busyGovernor(lateMs: (question: number) => number) {
  let questions = 0;
  const client = Object.create(redis.client, {
    isReady: { value: true },
    evalSha: {
      value: async (...question: Parameters<RedisClient['evalSha']>) => {
        const late = lateMs(questions++);
        const answer = await redis.client.evalSha(...question);
        await delay(late);
        return answer;
      },
    },
  }) as RedisClient;
  return createGovernor({ redis: { client }, logger });
}

const stateOf = ({ key }: Budget) => redis.client.hGetAll(`ridgeline:governor:${key}:known`);

describe('A busy process', () => {
  test('When the refusals of one burst arrive late and repeatedly, then they count as one ban', async () => {
    const governor = busyGovernor(() => 250);
    const nat = randomUUID();
    const keys = Array.from({ length: 9 }, (_, n) => keyAndAddress(`${nat}-${String(n)}`, nat));
    // All began within 40 ms; each changes what the others have just read, so that they try several times.
    const told = keys.map((budgets, n) =>
      governor.limited(budgets, { retryAfterMs: null, durationMs: 60 - n * 5 }),
    );
    await Promise.all(told);
    const [, address] = keyAndAddress('', nat);
    const { refusals, refusedStart, refusedAt } = await stateOf(address);
    expect(refusals).toBe('1');
    expect(Number(refusedStart)).toBeLessThan(Number(refusedAt));
  });

  test('When it hears late that it may go, then it starts where it is counted', async () => {
    const governor = busyGovernor((question) => (question === 0 ? 200 : 0));
    const budget = { key: `test:${randomUUID()}`, limit: 1, windowMs: 400 };
    await governor.acquire([budget], { priority: 'migration' });
    const started = performance.now();
    await governor.acquire([budget], { priority: 'migration' });
    // Up to 50 ms of it are forgiven.
    expect(performance.now() - started).toBeGreaterThanOrEqual(keptWindowMs(budget) - 50);
  });

  test('When it stalled recently, then its next call keeps a window that is longer by that', async () => {
    const governor = createGovernor({
      redis,
      logger,
      stalls: { longestMs: () => 450, forget: () => undefined },
    });
    const budget = { key: `test:${randomUUID()}`, limit: 1, windowMs: 200 };
    await governor.acquire([budget], { priority: 'migration' });
    const waits: number[] = [];
    await governor.acquire([budget], { priority: 'migration', onWait: ({ ms }) => waits.push(ms) });
    // 50 ms of the stall are in each window anyway. The first call went a moment ago.
    expect(Math.max(...waits)).toBeGreaterThan(keptWindowMs(budget) + 300);
    expect(Math.max(...waits)).toBeLessThanOrEqual(keptWindowMs({ ...budget, windowMs: 600 }));
  });

  test('When its answers always arrive late, then it still makes progress', async () => {
    const governor = busyGovernor(() => 120);
    const budget = { key: `test:${randomUUID()}`, limit: 1, windowMs: 50 };
    const waits: number[] = [];
    for (let call = 0; call < 2; call += 1)
      await governor.acquire([budget], { priority: 'migration', onWait: ({ ms }) => waits.push(ms) });
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(keptWindowMs(budget));
  });
});
