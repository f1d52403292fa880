import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Browser } from '../testing/browser.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

beforeAll(async () => {
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  gateway = await startGateway(servers, { CONNECTIONS_PER_USER: '10' });
});

afterAll(async () => {
  agent.destroy();
  await gateway[Symbol.asyncDispose]();
});

/** The status of the live stream on a connection of its own, which stays open when it is a stream. */
const streamOf = ({ cookie }: Browser): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${gateway.url}/api/migrations/events`, { headers: { cookie }, agent }, (res) => {
      resolve(res.statusCode ?? 0);
      if (res.statusCode !== 200) res.resume();
      res.on('error', () => undefined);
    });
    sent.on('error', reject);
    sent.end();
  });

test('When one person opens 60 event streams from one address, then they hold ten connections, and another company has its stream', async () => {
  const [flooder, other] = [new Browser(gateway.url), new Browser(gateway.url)];
  await flooder.signIn('ann@one.example');
  await other.signIn('bob@two.example');
  const statuses = await Promise.all(Array.from({ length: 60 }, () => streamOf(flooder)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect(await streamOf(other)).toBe(200);
});
