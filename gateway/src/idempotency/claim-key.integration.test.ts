import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Browser } from '../testing/browser.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
let redis: Redis;

beforeAll(async () => {
  const redisUrl = await testRedisUrl();
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: redisUrl, name: 'test', logger });
  gateway = await startGateway({ redisUrl, brokers: testBrokers() });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const migration = { connectionId: 1, migrationType: 'contacts' };
const connection = { name: 'Waco', acculynxApiKey: 'key-of-a-test', hubspotPat: 'token-of-a-test' };
const create = (by: Browser, path: string, key: string, body: object) =>
  by.ask(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
/** Counts the stored keys, without the counters of users and companies. */
const kept = async () => (await redis.client.keys('ridgeline:idempotency:[^o]*')).length;

test('When calls with fresh keys are refused, then none of the keys stays, and another company creates', async () => {
  const [flooder, other] = [new Browser(gateway.url), new Browser(gateway.url)];
  await flooder.signIn('ann@one.example');
  await other.signIn('eve@two.example');
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const keys = Array.from({ length: 20 }, (_, n) => `fresh-key-${round}-${n}`);
    const refused = await Promise.all(keys.map((key) => create(flooder, '/api/migrations', key, migration)));
    statuses.push(...refused.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([404]));
  await eventually(async () => expect(await kept()).toBe(0), { what: 'the keys to be given back' });
  expect((await create(other, '/api/connections', 'fresh-key-1-1', connection)).status).toBe(201);
  expect(await kept()).toBe(1);
});
