import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type Redis } from '../open-redis.ts';
import type { Budget } from './budget.ts';
import type { Governor, GovernorWait } from './governor.ts';
import { createGovernor } from './shared-governor.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const connections: Redis[] = [];
let one: Governor;
let two: Governor;

beforeAll(async () => {
  const url = await testRedisUrl();
  const open = async (name: string): Promise<Governor> => {
    const redis = await openRedis({ url, name, logger });
    connections.push(redis);
    // A stall of this test's process would lengthen the windows.
    return createGovernor({ redis, logger, stalls: { longestMs: () => 0, forget: () => undefined } });
  };
  one = await open('one');
  two = await open('two');
});

afterAll(async () => {
  for (const connection of connections) await connection[Symbol.asyncDispose]();
});

function aBudget(limit: number, windowMs: number): Budget {
  return { key: `test:${randomUUID()}`, limit, windowMs };
}

async function msOf(work: Promise<void>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe('The governor', () => {
  test('When two processes share a budget, then together they start no more calls than it allows', async () => {
    const budget = aBudget(4, 200);
    const calls = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? one : two).acquire([budget], { priority: 'migration' }),
    );
    // Three windows of four: the last four start when two windows are over. limit-store.redis.integration.test.ts shows with
    // its own clock that no more are needed.
    expect(await msOf(Promise.all(calls).then(() => undefined))).toBeGreaterThanOrEqual(400);
  });

  test('A call within the limits starts immediately, and a call that waits reports the reason', async () => {
    const budget = aBudget(1, 200);
    const waits: GovernorWait[] = [];
    await one.acquire([budget], { priority: 'migration', onWait: (wait) => waits.push(wait) });
    expect(waits).toEqual([]);
    await two.acquire([budget], { priority: 'migration', onWait: (wait) => waits.push(wait) });
    expect(waits).toEqual([{ ms: expect.any(Number), budget, blocked: false }]);
  });

  test('When the vendor refuses one process, then a call of the other that already waits is held as well', async () => {
    const budget = aBudget(1, 150);
    await two.acquire([budget], { priority: 'migration' });
    const waits: GovernorWait[] = [];
    const waiting = msOf(
      two.acquire([budget], { priority: 'migration', onWait: (wait) => waits.push(wait) }),
    );
    await one.block(budget.key, 500);
    expect(await waiting).toBeGreaterThanOrEqual(499);
    expect(waits.at(-1)?.blocked).toBe(true);
  });

  test('A shorter refusal does not end a longer one', async () => {
    const budget = aBudget(10, 100);
    const took = await msOf(
      (async () => {
        await one.block(budget.key, 400);
        await two.block(budget.key, 50);
        await two.acquire([budget], { priority: 'migration' });
      })(),
    );
    expect(took).toBeGreaterThanOrEqual(399);
  });

  test('When one process learns the true limit, then it holds for the other', async () => {
    const budget = aBudget(1, 60_000);
    await one.learnLimit(budget.key, 3);
    await Promise.all([
      two.acquire([budget], { priority: 'migration' }),
      two.acquire([budget], { priority: 'migration' }),
      two.acquire([budget], { priority: 'migration' }),
    ]);
    const stop = new AbortController();
    const fourth = two.acquire([budget], {
      priority: 'migration',
      signal: stop.signal,
      onWait: () => stop.abort(new Error('waits')),
    });
    await expect(fourth).rejects.toThrow('waits');
  });

  test('When Redis has lost its scripts, as after a restart, then processes still share a budget', async () => {
    const budget = aBudget(1, 300);
    await connections[0]?.client.scriptFlush();
    await one.acquire([budget], { priority: 'migration' });
    await connections[0]?.client.scriptFlush();
    const waits: GovernorWait[] = [];
    await two.acquire([budget], { priority: 'migration', onWait: (wait) => waits.push(wait) });
    expect(waits).not.toEqual([]);
  });

  test('When a waiting call is cancelled, then its place goes to the next one', async () => {
    const budget = aBudget(1, 300);
    await one.acquire([budget], { priority: 'migration' });
    const stop = new AbortController();
    const cancelled = one.acquire([budget], {
      priority: 'migration',
      signal: stop.signal,
      onWait: () => stop.abort(new Error('stop')),
    });
    await expect(cancelled).rejects.toThrow('stop');
    const waits: GovernorWait[] = [];
    await two.acquire([budget], { priority: 'migration', onWait: (wait) => waits.push(wait) });
    // One window, and not the one after it.
    for (const { ms } of waits) expect(ms).toBeLessThan(400);
  });

  test('A call that is cancelled before it asks takes no place', async () => {
    const budget = aBudget(1, 60_000);
    await expect(
      one.acquire([budget], { priority: 'migration', signal: AbortSignal.abort(new Error('stop')) }),
    ).rejects.toThrow('stop');
    await one.acquire([budget], { priority: 'migration' });
  });
});
