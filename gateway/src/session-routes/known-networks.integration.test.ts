import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { createKnownNetworks, networksPerAccount } from './known-networks.ts';

let redis: Redis;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
});

afterAll(async () => {
  await redis[Symbol.asyncDispose]();
});

test('When one account is signed in to from many networks, then it vouches for the latest few, for 90 days', async () => {
  let now = Date.now();
  const networks = createKnownNetworks(redis.client, () => now);
  const at = (n: number) => ({ network: `203.0.113.${n}`, account: 'Ann@one.example' });
  for (let n = 0; n <= networksPerAccount; n += 1) {
    now += 1;
    await networks.add(at(n));
  }
  expect(await networks.has(at(0))).toBe(false);
  expect(await networks.has(at(1))).toBe(true);
  expect(await networks.has({ ...at(1), account: 'bob@one.example' })).toBe(false);
  now += 90 * 24 * 60 * 60 * 1_000;
  expect(await networks.has(at(networksPerAccount))).toBe(false);
});
