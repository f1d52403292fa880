import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger, poll, retryEvery } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type RedisClient } from '../open-redis.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import type { Governor } from './governor.ts';
import { budgetKeys, RedisLimitStore } from './limit-store.redis.ts';
import type { Priority } from './call-order.ts';
import { createGovernor } from './shared-governor.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const stack = new AsyncDisposableStack();
const processes: Governor[] = [];
let client: RedisClient;

beforeAll(async () => {
  const url = await testRedisUrl();
  for (const name of ['one', 'two', 'three']) {
    const redis = stack.use(await openRedis({ url, name, logger }));
    client = redis.client;
    const stalls = { longestMs: () => 0, forget: () => undefined };
    processes.push(createGovernor({ redis, logger, stalls }));
  }
});

afterAll(() => stack.disposeAsync());

const aKey = (): Budget => ({ key: `test:${randomUUID()}`, limit: 10, windowMs: 500 });

interface Work {
  readonly priority: Priority;
  /** How many calls each process has on their way at a time. */
  readonly lanes: number;
}

/** Lets three processes call as fast as they may for some windows; returns how many calls of each work went. */
async function callAll(budget: Budget, windows: number, work: readonly Work[]): Promise<number[]> {
  const stop = AbortSignal.timeout(windows * keptWindowMs(budget));
  const counts = work.map(() => 0);
  const lane = async (process: Governor, kind: number, priority: Priority): Promise<void> => {
    while (!stop.aborted) {
      await process.acquire([budget], { priority, signal: stop }).then(
        () => (counts[kind] = (counts[kind] ?? 0) + 1),
        () => undefined,
      );
    }
  };
  const lanes = work.flatMap(({ priority, lanes }, kind) =>
    processes.flatMap((process) => Array.from({ length: lanes }, () => lane(process, kind, priority))),
  );
  await Promise.all(lanes);
  return counts;
}

const share = (part = 0, ...others: number[]): number => part / others.reduce((sum, it) => sum + it, part);

describe('Three processes that share a key', () => {
  test('When sync floods it, then a migration has a fifth, and sync has the rest', async () => {
    const [migration = 0, sync = 0] = await callAll(aKey(), 10, [
      { priority: 'migration', lanes: 1 },
      { priority: 'sync', lanes: 5 },
    ]);
    expect(share(migration, sync)).toBeGreaterThanOrEqual(0.18);
    expect(share(sync, migration)).toBeGreaterThanOrEqual(0.7);
  }, 20_000);

  test('When migrations saturate it, then syncs that come now and then wait for one window at most', async () => {
    const migrations = [{ priority: 'migration', lanes: 5 }] as const;
    const [alone = 0] = await callAll(aKey(), 12, migrations);
    const budget = aKey();
    const saturated = callAll(budget, 12, migrations);
    const waits: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      let waitedMs = 0;
      const onWait = ({ ms }: { ms: number }): void => void (waitedMs = Math.max(waitedMs, ms));
      await processes[call % 3]?.acquire([budget], { priority: 'sync', onWait });
      waits.push(waitedMs);
      // The pace of the stream: its next call comes when a window has passed.
      await processes[0]?.acquire([{ ...budget, key: `${budget.key}:pace`, limit: 1 }], { priority: 'sync' });
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(keptWindowMs(budget));
    const [migration = 0] = await saturated;
    // Beside them it had nine tenths of what it has alone on this machine, less what windows lose at their edges.
    expect(migration).toBeGreaterThanOrEqual(0.75 * alone);
  }, 30_000);

  test('When only background work calls, then it takes 5 % of the key', async () => {
    const [background = 0] = await callAll(aKey(), 20, [{ priority: 'background', lanes: 3 }]);
    // One in two windows, and one more at an edge; a busy machine loses some.
    expect(background).toBeGreaterThanOrEqual(5);
    expect(background).toBeLessThanOrEqual(11);
  }, 20_000);

  test('When people ask while all else saturates it, then they go with the next place', async () => {
    const budget = aKey();
    const saturated = callAll(budget, 6, [
      { priority: 'migration', lanes: 4 },
      { priority: 'sync', lanes: 4 },
    ]);
    const waits: number[] = [];
    for (let call = 0; call < 3; call += 1)
      await processes[call]?.acquire([budget], { priority: 'people', onWait: ({ ms }) => waits.push(ms) });
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(keptWindowMs(budget));
    await saturated;
  }, 20_000);
});

describe('A process that ends while its calls wait', () => {
  test('When it had the first turn, then the others wait for one window more at most, and what is kept expires', async () => {
    const budget = aKey();
    const dead = new RedisLimitStore(client);
    for (let call = 0; call < 20; call += 1)
      await dead.reserve({ id: randomUUID(), priority: 'people', budgets: [budget] });
    const started = performance.now();
    await processes[0]?.acquire([budget], { priority: 'sync' });
    const waitedMs = performance.now() - started;
    expect(waitedMs).toBeLessThanOrEqual(3 * keptWindowMs(budget));
    const kept = await client.keys(`ridgeline:governor:${budget.key}:*`);
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      const lastsMs = await client.pTTL(name);
      expect(lastsMs).toBeGreaterThan(0);
      expect(lastsMs).toBeLessThanOrEqual(60_000);
    }
  });

  test('When sync is announced, then a limit that was learned is not forgotten with it', async () => {
    const budget = aKey();
    await processes[0]?.learnLimit(budget.key, 20);
    await processes[1]?.announceSync([budget]);
    const lastsMs = await client.pTTL(`ridgeline:governor:${budget.key}:known`);
    expect(lastsMs).toBeGreaterThan(3_600_000);
  });
});

describe('Background calls of one process', () => {
  const address = { limit: 30, windowMs: 1_000, banMs: 1_000 };
  const background = { priority: 'background' as const };

  test('When they wait for their share of an address, then only the first of them asks for a place', async () => {
    const shared = { ...address, key: `test:${randomUUID()}` };
    const stop = new AbortController();
    const calls = Array.from({ length: 9 }, async () =>
      processes[0]?.acquire([aKey(), shared], { ...background, signal: stop.signal }).catch(() => undefined),
    );
    const places = async (): Promise<string[]> => client.zRange(budgetKeys.log(shared.key), 0, -1);
    const look = async () => ((await places()).length > 5 ? true : undefined);
    await poll(retryEvery(5), look, { what: 'a call to wait' });
    const waiting = (await places()).filter((place) => !place.startsWith('gone '));
    stop.abort();
    await Promise.all(calls);
    expect(waiting).toHaveLength(1);
  });

  test('When one of them waits for its own key, then the next one goes', async () => {
    const shared = { ...address, key: `test:${randomUUID()}` };
    const busy = aKey();
    const stop = new AbortController();
    await processes[0]?.acquire([busy, shared], background);
    const held = processes[0]?.acquire([busy, shared], { ...background, signal: stop.signal });
    await processes[0]?.acquire([aKey(), shared], background);
    stop.abort();
    await expect(held).rejects.toThrow('aborted');
  });
});
