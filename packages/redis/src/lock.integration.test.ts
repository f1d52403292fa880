import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { openRedis, type Redis } from './open-redis.ts';
import { createLocks } from './lock.ts';

let redis: Redis;
const open = new AbortController().signal;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await redis.client.flushDb();
});

test('When many want one lock, then one after the other has it, and other keys are not blocked', async () => {
  const locks = createLocks(redis.client, { waitMs: 3_000 });
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await pause(5);
    inside -= 1;
  };
  const held = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const holding = locks.exclusively('other', () => (held.resolve(undefined), released.promise), open);
  await held.promise;
  await Promise.all(Array.from({ length: 5 }, () => locks.exclusively('a', work, open)));
  released.resolve(undefined);
  await holding;
  expect(most).toBe(1);
  expect(await redis.client.keys('*')).toEqual([]);
});

test('When the work takes longer than a lock is kept, then the lock is kept on', async () => {
  const locks = createLocks(redis.client, { keptMs: 100 });
  const order: string[] = [];
  const slow = locks.exclusively('a', () => pause(400).then(() => order.push('slow')), open);
  const next = locks.exclusively('a', () => Promise.resolve(order.push('next')), open);
  await Promise.all([slow, next]);
  expect(order).toEqual(['slow', 'next']);
});

test('When the lock is lost, then the work is aborted, and the next holder keeps its own', async () => {
  const locks = createLocks(redis.client, { keptMs: 150 });
  const lost = locks.exclusively(
    'a',
    async (held) => {
      await redis.client.set('lock:a', 'another holder');
      await pause(5_000, undefined, { signal: held });
    },
    open,
  );
  await expect(lost).rejects.toThrow();
  expect(await redis.client.get('lock:a')).toBe('another holder');
});

test('When a lock is not acquired in time, or its caller aborts, then the error says so', async () => {
  await redis.client.set('lock:a', 'another holder');
  const work = () => Promise.resolve('done');
  await expect(createLocks(redis.client, { waitMs: 0 }).exclusively('a', work, open)).rejects.toMatchObject({
    code: 'server.unavailable',
  });
  const stopped = new AbortController();
  const waiting = createLocks(redis.client).exclusively('a', work, stopped.signal);
  stopped.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

test('When the work fails, then the lock is released immediately', async () => {
  const locks = createLocks(redis.client);
  await expect(locks.exclusively('a', () => Promise.reject(new Error('broken')), open)).rejects.toThrow(
    'broken',
  );
  expect(await redis.client.exists('lock:a')).toBe(0);
});
