import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser } from '../testing/browser.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway(
    { redisUrl: await testRedisUrl(), brokers: testBrokers() },
    { REQUESTS_PER_PERSON: '350' },
  );
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

async function cookieOf(email: string): Promise<string> {
  const browser = new Browser(gateway.url);
  await browser.signIn(email);
  return browser.cookie;
}

const get = (cookie: string, path = '/api/migrations') => ask(gateway.url, path, { headers: { cookie } });

test('When one company has 300 slow calls under way, then a quarter of the connections is held, too many are refused, and others are answered', async () => {
  const [ann, bob] = [await cookieOf('ann@one.example'), await cookieOf('bob@two.example')];
  const gate = Promise.withResolvers<undefined>();
  const { stub } = gateway;
  const before = stub.seen.length;
  stub.hold = gate.promise;
  const refused: unknown[] = [];
  const slow = Array.from({ length: 300 }, async () => {
    const answer = await get(ann, '/api/user');
    if (answer.status === 429) refused.push(answer.json['code'], answer.headers['retry-after']);
    return answer.status;
  });
  try {
    await eventually(() => expect(refused).toHaveLength(2 * 44), { what: 'what is too much to be refused' });
    await eventually(() => expect(stub.seen.length).toBe(before + 64), { what: 'the share of the company' });
    expect((await get(bob)).status).toBe(200);
    expect(stub.seen.length).toBe(before + 65);
  } finally {
    gate.resolve(undefined);
  }
  const statuses = await Promise.all(slow);
  expect(statuses.filter((status) => status === 200)).toHaveLength(256);
  expect(new Set(refused)).toEqual(new Set(['request.too_many', '1']));
});

test('When one person calls without an end, then the answers say how long to wait, whatever they call, and others are not', async () => {
  const [cem, dan] = [await cookieOf('cem@three.example'), await cookieOf('dan@three.example')];
  const statuses: number[] = [];
  for (let n = 0; n < 350; n += 1) statuses.push((await get(cem)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = { status: 429, json: { code: 'request.too_many' } };
  for (const path of ['/api/migrations', '/api/nothing', '/api/migrations/events']) {
    const answer = await get(cem, path);
    expect(answer).toMatchObject(refused);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await get(dan)).status).toBe(200);
});
