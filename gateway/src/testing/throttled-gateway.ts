import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.ts';

/** A gateway for the tests of a file, whose counters are empty before each; clients may say their address. */
export function throttledGateway(limits: Readonly<Record<string, string>>): () => GatewayUnderTest {
  let redis: Redis;
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const redisUrl = await testRedisUrl();
    const logger = createLogger({ service: 'test', level: 'silent' });
    redis = await openRedis({ url: redisUrl, name: 'test', logger });
    gateway = await startGateway({ redisUrl, brokers: testBrokers() }, { ...limits, TRUST_PROXY: '1' });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });
  beforeEach(() => redis.client.flushDb());
  return () => gateway;
}
