import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServers, type Servers } from '@ridgeline/devstack';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis, type RedisClient } from './open-redis.ts';
import { createVersionedRecords } from './versioned-records.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let directory: string;
let servers: Servers;
let redis: Redis;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-records-'));
  servers = await startServers({ dir: directory, only: ['redis'], durable: false });
  redis = await openRedis({ url: servers.redis.url, name: 'test', logger });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await servers.stop();
  await rm(directory, { recursive: true, force: true });
});

const kept = { keyOf: ({ id }: { readonly id: number }) => `record:${String(id)}`, keptSeconds: 3_600 };
const record = { id: 7, version: 3, text: 'first' };
const stored = async (): Promise<unknown> => JSON.parse((await redis.client.get('record:7')) ?? 'null');

describe('Versioned records', () => {
  test('When two changes arrive in the wrong order, then the newer one stays', async () => {
    const records = createVersionedRecords<typeof record>(redis.client, kept);
    const newer = { ...record, version: 4, text: 'second' };
    await records.put(record);
    expect(await stored()).toEqual(record);
    await records.put(newer);
    await records.put(record);
    expect(await stored()).toEqual(newer);
  });

  test('When Redis has answered the change, then it is not done before Redis answers once again', async () => {
    const again = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<undefined>();
    const ping = () => {
      asked.resolve(undefined);
      return again.promise;
    };
    const client = Object.create(redis.client, { ping: { value: ping } }) as RedisClient;
    let done = false;
    const put = createVersionedRecords<typeof record>(client, kept)
      .put({ ...record, version: 5 })
      .then(() => (done = true));
    await asked.promise;
    expect(await stored()).toMatchObject({ version: 5 });
    expect(done).toBe(false);
    again.resolve('PONG');
    expect(await put).toBe(true);
  });

  test('When a record was written, then it is kept for its time', async () => {
    await createVersionedRecords<typeof record>(redis.client, kept).put({ ...record, version: 6 });
    const seconds = await redis.client.ttl('record:7');
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });
});
