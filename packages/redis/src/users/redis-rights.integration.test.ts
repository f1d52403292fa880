import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { testRedisUrl } from '@ridgeline/testkit/integration';
import { createGovernor } from '../governor/shared-governor.ts';
import { createVersionedRecords } from '../versioned-records.ts';
import { createLocks } from '../lock.ts';
import { openRedis, type Redis } from '../open-redis.ts';
import { createAttemptThrottle } from '../throttle/attempt-throttle.ts';
import { aclRules, redisUsers, type RedisUser } from './redis-rights.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
/** Users are the whole server's, which other test files use too. */
const mark = randomUUID();
const clients = new Map<RedisUser, Redis>();
let owner: Redis;

beforeAll(async () => {
  const url = await testRedisUrl();
  owner = await openRedis({ url, name: 'owner', logger });
  for (const user of redisUsers) {
    await owner.client.sendCommand(['ACL', 'SETUSER', `${user}-${mark}`, ...aclRules(user, mark)]);
    const own = new URL(url);
    [own.username, own.password] = [`${user}-${mark}`, mark];
    const tellsKeyChanges = user === 'gateway';
    clients.set(user, await openRedis({ url: own.href, name: user, logger, tellsKeyChanges }));
  }
});

afterAll(async () => {
  for (const redis of clients.values()) await redis[Symbol.asyncDispose]();
  await owner.client.sendCommand(['ACL', 'DELUSER', ...redisUsers.map((user) => `${user}-${mark}`)]);
  await owner[Symbol.asyncDispose]();
});

function as(user: RedisUser): Redis {
  const redis = clients.get(user);
  if (!redis) throw new Error(`${user} is not there`);
  return redis;
}

const record = {
  userId: 7,
  companyId: 'co_admin1',
  administrator: true,
  version: 999,
  sessionEpoch: 1,
  revokedReason: null,
};

/** Where the contract of auth and gateways has them. */
const accessRecords = {
  keyOf: ({ userId }: typeof record) => `ridgeline:access:${String(userId)}`,
  keptSeconds: 60,
};

describe("Each component's user at Redis", () => {
  test.each(['worker', 'connection', 'validation'] as const)(
    "When the %s's user writes or reads an access record or a session, then it is refused",
    async (user) => {
      await createVersionedRecords(as('auth').client, accessRecords).put({ ...record, administrator: false });
      await expect(createVersionedRecords(as(user).client, accessRecords).put(record)).rejects.toThrow(
        /NOPERM|can't access/,
      );
      const { client } = as(user);
      for (const key of ['ridgeline:access:7', 'ridgeline:session:s1', 'ridgeline:idempotency:k']) {
        await expect(client.set(key, 'x')).rejects.toThrow('NOPERM');
        await expect(client.get(key)).rejects.toThrow('NOPERM');
        await expect(client.del(key)).rejects.toThrow('NOPERM');
      }
      expect(await owner.client.get('ridgeline:access:7')).toContain('"administrator":false');
    },
  );

  test("When auth's user writes a session, then it is refused; it writes access records", async () => {
    await expect(as('auth').client.set('ridgeline:session:s1', 'x')).rejects.toThrow('NOPERM');
    await createVersionedRecords(as('auth').client, accessRecords).put({ ...record, version: 1_000 });
    await createVersionedRecords(as('gateway').client, accessRecords).put({ ...record, version: 1_001 });
  });

  test.each(redisUsers)(
    'When the user of %s looks at all keys or changes the server, then it is refused',
    async (user) => {
      const { client } = as(user);
      for (const command of [
        ['KEYS', '*'],
        ['SCAN', '0'],
        ['FLUSHALL'],
        ['FLUSHDB'],
        ['CONFIG', 'GET', '*'],
        ['ACL', 'LIST'],
      ])
        await expect(client.sendCommand(command)).rejects.toThrow('NOPERM');
    },
  );

  test.each(['worker', 'connection', 'validation'] as const)(
    'When the %s paces its calls to vendors and holds its locks, then it may',
    async (user) => {
      const redis = as(user);
      const governor = createGovernor({ redis, logger });
      const budget = { key: `test:${user}`, limit: 5, windowMs: 1_000 };
      await governor.acquire([budget], { priority: 'migration', signal: AbortSignal.timeout(5_000) });
      const lock = user === 'connection' ? 'subscription:1' : 'hubspot-options:1:deals:x';
      const locks = createLocks(redis.client, { waitMs: 2_000, keptMs: 500 });
      const done = locks.exclusively(lock, () => Promise.resolve('done'), AbortSignal.timeout(5_000));
      expect(await done).toBe('done');
      expect(await owner.client.exists(`lock:${lock}`)).toBe(0);
    },
  );

  test.each([
    ['gateway', 'sign-in'],
    ['validation', 'credential-check'],
  ] as const)('When the %s throttles, then it may', async (user, kind) => {
    const rule = { kind, windowSeconds: 60, perNetwork: 5, perAccount: 5, counts: 'all' } as const;
    const throttle = createAttemptThrottle(as(user).client, rule);
    expect(await throttle.attempt({ network: 'n', account: 'a' }, () => Promise.resolve('in'))).toBe('in');
  });
});
