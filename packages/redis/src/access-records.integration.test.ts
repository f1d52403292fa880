import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServers, type Servers } from '@ridgeline/devstack';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis, type RedisClient } from './open-redis.ts';
import { accessKey, createAccessRecords, parseAccessRecord, type AccessRecord } from './access-records.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let directory: string;
let servers: Servers;
let redis: Redis;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-access-'));
  servers = await startServers({ dir: directory, only: ['redis'], durable: false });
  redis = await openRedis({ url: servers.redis.url, name: 'test', logger });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await servers.stop();
  await rm(directory, { recursive: true, force: true });
});

const record: AccessRecord = {
  userId: 7,
  companyId: 'co_one',
  administrator: false,
  version: 3,
  sessionEpoch: 1,
  revokedReason: null,
};
const stored = async () => parseAccessRecord(await redis.client.get(accessKey(7)));

describe('Access records', () => {
  test('When two changes arrive in the wrong order, then the newer one stays', async () => {
    const records = createAccessRecords(redis.client);
    const newer = { ...record, version: 4, revokedReason: 'Left the firm' };
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
    const put = createAccessRecords(client)
      .put({ ...record, version: 5 })
      .then(() => (done = true));
    await asked.promise;
    expect(await stored()).toMatchObject({ version: 5 });
    expect(done).toBe(false);
    again.resolve('PONG');
    expect(await put).toBe(true);
  });

  test('A record outlives the longest session, and goes in the end', async () => {
    await createAccessRecords(redis.client).put({ ...record, version: 6 });
    const days = (await redis.client.ttl(accessKey(7))) / 86_400;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(32);
  });

  test('What makes no sense grants nothing', () => {
    expect(parseAccessRecord('{"userId":7}')).toBeNull();
    expect(parseAccessRecord('not json')).toBeNull();
    expect(parseAccessRecord(null)).toBeNull();
  });
});
