import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { createIdempotencyKeyRegistry, freshKeys } from './idempotency-key-registry.ts';

let redis: Redis;
beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: await testRedisUrl(), name: 'test', logger });
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
});
beforeEach(() => redis.client.flushDb());

const claims = () => createIdempotencyKeyRegistry(redis.client);
const migrations = { companyId: 'acme', userId: 1, key: 'key-0001', endpoint: 'POST /api/migrations' };
const connections = { ...migrations, endpoint: 'POST /api/connections' };

describe('An Idempotency-Key belongs to one endpoint', () => {
  test('When it comes again for the same endpoint, then it may pass; for another one it is refused', async () => {
    await claims().claim(migrations);
    await claims().claim(migrations);
    await expect(claims().claim(connections)).rejects.toMatchObject({ code: 'request.key_reused' });
    expect((await redis.client.keys('*')).join()).not.toContain(migrations.key);
  });

  test('When another company has the same key, then it is free; all that is kept runs out within a day', async () => {
    await claims().claim(migrations);
    await claims().claim({ ...connections, companyId: 'roof' });
    const names = await redis.client.keys('*');
    const seconds = await Promise.all(names.map((name) => redis.client.ttl(name)));
    expect(Math.min(...seconds)).toBeGreaterThan(0);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(24 * 60 * 60);
  });

  test('When the call with a fresh key is given back, then the key is removed; one that came before it does', async () => {
    const giveBack = await claims().claim(migrations);
    const giveBackAgain = await claims().claim(migrations);
    await giveBackAgain();
    await expect(claims().claim(connections)).rejects.toMatchObject({ code: 'request.key_reused' });
    await giveBack();
    await claims().claim(connections);
  });

  test('When Redis is unavailable, then the call is not let through unchecked', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const away = await openRedis({ url: await testRedisUrl(), name: 'away', logger });
    await away[Symbol.asyncDispose]();
    const registry = createIdempotencyKeyRegistry(away.client);
    await expect(registry.claim(migrations)).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});

describe('How many fresh keys there may be', () => {
  /** How many of so many fresh keys of a user are accepted. */
  const kept = async (of: { companyId: string; userId: number }, times: number): Promise<number> => {
    let count = 0;
    for (let n = 0; n < times; n += 1)
      await claims()
        .claim({ ...migrations, ...of, key: `${of.userId}-${n}` })
        .then(() => (count += 1))
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'request.too_many' }));
    return count;
  };

  test('When one person sends them without end, then a thousand a day are kept; colleagues and other companies still create', async () => {
    expect(await kept({ companyId: 'acme', userId: 1 }, freshKeys.perUser + 50)).toBe(freshKeys.perUser);
    expect(await redis.client.dbSize()).toBeLessThan(freshKeys.perUser + 5);
    expect(await kept({ companyId: 'acme', userId: 2 }, 3)).toBe(3);
    expect(await kept({ companyId: 'roofers', userId: 3 }, 3)).toBe(3);
  });

  test('When many people of one company do, then the company has its bound, and another one is not concerned', async () => {
    for (const userId of [1, 2, 3, 4, 5]) await kept({ companyId: 'acme', userId }, freshKeys.perUser);
    expect(await kept({ companyId: 'acme', userId: 6 }, 1)).toBe(0);
    expect(await kept({ companyId: 'roofers', userId: 7 }, 1)).toBe(1);
  });
});
