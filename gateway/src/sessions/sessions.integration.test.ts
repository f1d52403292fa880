import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser, sealed } from '../testing/browser.ts';
import { stubUserId } from '../testing/stub-people.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let redis: Redis;
let gateway: GatewayUnderTest;
let servers: { redisUrl: string; brokers: string[] };

async function sessionKeys(): Promise<string[]> {
  return redis.client.keys('ridgeline:session:*');
}

beforeAll(async () => {
  servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  redis = await openRedis({
    url: servers.redisUrl,
    name: 'test',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  gateway = await startGateway(servers);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

describe('Signing in', () => {
  test('The cookie is closed to scripts and other sites, and goes with the browser', async () => {
    const { status, headers, json } = await new Browser(gateway.url).signIn('ann@one.example');
    expect(status).toBe(200);
    expect(json).toMatchObject({ email: 'ann@one.example', companyId: 'one.example' });
    const [cookie = '', ...others] = headers['set-cookie'] ?? [];
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^ridgeline\.sid=s%3A\d+\.[\w-]{43}\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("With 'Remember me' it holds for 30 days, and in Redis for two weeks without use", async () => {
    const before = new Set(await sessionKeys());
    const { headers } = await new Browser(gateway.url).signIn('ann@one.example', 'right', {
      rememberMe: true,
    });
    expect(hoursUntilExpiry(headers['set-cookie']?.[0] ?? '')).toBeCloseTo(720, 0);
    const [key = ''] = (await sessionKeys()).filter((existing) => !before.has(existing));
    expect((await redis.client.ttl(key)) / 3600).toBeCloseTo(336, 0);
  });

  test('Behind TLS the cookie is Secure and bound to the host', async () => {
    const secure = { PUBLIC_URL: 'https://ridgeline.example', TRUST_PROXY: '1' };
    await using tls = await startGateway(servers, secure);
    const { headers } = await ask(tls.url, '/api/login', {
      method: 'POST',
      headers: { 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' },
      body: { email: 'ann@one.example', password: sealed('right') },
    });
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-ridgeline\.sid=[^;]+; Path=\/; .*Secure/);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('Who registers is signed in', async () => {
    const browser = new Browser(gateway.url);
    const body = { email: 'new@two.example', password: sealed('anything') };
    expect((await browser.ask('/api/register', { method: 'POST', body })).status).toBe(201);
    expect((await browser.ask('/api/user')).json).toMatchObject({
      id: stubUserId('new@two.example'),
      companyId: 'two.example',
    });
  });

  test('A session gets a new id, and the one before is over (fixation)', async () => {
    const browser = new Browser(gateway.url);
    await browser.signIn('ann@one.example');
    const before = browser.cookie;
    await browser.signIn('bob@two.example');
    expect(browser.cookie).not.toBe(before);
    expect((await ask(gateway.url, '/api/user', { headers: { cookie: before } })).status).toBe(401);
    expect((await browser.ask('/api/user')).json).toMatchObject({ companyId: 'two.example' });
  });

  test('A made-up or re-signed id is anonymous', async () => {
    const [key = ''] = await sessionKeys();
    const id = key.replace('ridgeline:session:', '');
    for (const value of [id, `s:${id}`, `s%3A${id}.AAAA`, `s%3A${'a'.repeat(32)}.AAAA`]) {
      const answer = await ask(gateway.url, '/api/user', { headers: { cookie: `ridgeline.sid=${value}` } });
      expect(answer.status).toBe(401);
    }
  });

  test.each([
    [{}, 'auth.email_and_password_required'],
    [{ email: '', password: '' }, 'auth.email_and_password_required'],
    [{ email: 'a@example.com' }, 'auth.password_required'],
    [{ password: sealed('x') }, 'auth.email_required'],
    [{ email: 'no address', password: sealed('x') }, 'auth.email_invalid'],
    [{ email: 'a@example.com', password: 'plain' }, 'auth.password_unprotected'],
  ])('A registration that is not complete says what is missing: %j', async (body, code) => {
    const answer = await new Browser(gateway.url).ask('/api/register', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect(answer.json['error']).toBe(answer.json['message']);
  });
});

function hoursUntilExpiry(cookie: string): number {
  const expires = /Expires=([^;]+)/.exec(cookie)?.[1] ?? '';
  return (Date.parse(expires) - Date.now()) / 3_600_000;
}

describe('Signing out', () => {
  test('The session is over on the server, and the cookie is taken back', async () => {
    const browser = new Browser(gateway.url);
    await browser.signIn('ann@one.example');
    const { cookie } = browser;
    const { status, headers } = await browser.signOut();
    expect(status).toBe(200);
    expect(headers['set-cookie']?.[0]).toMatch(/^ridgeline\.sid=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await ask(gateway.url, '/api/user', { headers: { cookie } })).status).toBe(401);
  });

  test('Every gateway refuses the very next request', async () => {
    await using another = await startGateway(servers);
    const browser = new Browser(gateway.url);
    await browser.signIn('ann@one.example');
    const headers = { cookie: browser.cookie };
    for (const { url } of [gateway, another])
      expect((await ask(url, '/api/migrations', { headers })).status).toBe(200);
    await browser.signOut();
    for (const { url } of [another, gateway])
      expect((await ask(url, '/api/migrations', { headers })).status).toBe(401);
  });

  test('A visitor can sign out too', async () => {
    expect((await new Browser(gateway.url).signOut()).status).toBe(200);
  });

  test('50 slow requests in flight do not bring the session back, and none that comes after is answered', async () => {
    const browser = new Browser(gateway.url);
    const before = new Set(await sessionKeys());
    await browser.signIn('ann@one.example');
    const [key = ''] = (await sessionKeys()).filter((existing) => !before.has(existing));
    const gate = Promise.withResolvers<undefined>();
    gateway.stub.hold = gate.promise;
    const arrived = gateway.stub.seen.length;
    const { cookie } = browser;
    const read = () => ask(gateway.url, '/api/user', { headers: { cookie } });
    const slow = Array.from({ length: 50 }, read);
    await eventually(() => expect(gateway.stub.seen.length).toBe(arrived + 50), {
      what: 'the slow requests to arrive',
    });
    await browser.signOut();
    const after = await Promise.all(Array.from({ length: 50 }, read));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    gate.resolve(undefined);
    await Promise.all(slow);
    expect(gateway.stub.seen.length).toBe(arrived + 50);
    expect(await redis.client.exists(key)).toBe(0);
    expect((await read()).status).toBe(401);
  });

  test('The browser forgets what the app kept; the cookie is taken back by its name', async () => {
    const browser = new Browser(gateway.url);
    await browser.signIn('ann@one.example');
    expect((await browser.signOut()).headers['clear-site-data']).toBe('"storage"');
  });

  test('The auth service is notified; when that fails, then the session still ends', async () => {
    await using lonely = await startGateway(servers);
    const browser = new Browser(lonely.url);
    await browser.signIn('ann@one.example');
    await browser.signOut();
    expect(lonely.stub.asked.at(-1)).toMatchObject({
      path: '/internal/sign-outs',
      body: { userId: stubUserId('ann@one.example') },
      headers: { 'x-client-address': '127.0.0.1' },
    });
    await browser.signIn('ann@one.example');
    const { cookie } = browser;
    await lonely.stub[Symbol.asyncDispose]();
    expect((await browser.signOut()).status).toBe(200);
    expect((await ask(lonely.url, '/api/user', { headers: { cookie } })).status).toBe(401);
  });
});

describe('Throttling', () => {
  const limits = { SIGN_IN_TRIES: '3', SIGN_IN_TRIES_PER_ADDRESS: '6' };

  test('Wrong passwords of one account are stopped, with a time to wait; another account is not', async () => {
    await redis.client.flushDb();
    await using strict = await startGateway(servers, limits);
    const browser = new Browser(strict.url);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await browser.signIn('Ann@one.example', 'wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const right = await browser.ask('/api/login', {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.77' },
      body: { email: 'ann@ONE.example', password: sealed('right') },
    });
    expect(right).toMatchObject({ status: 429, json: { code: 'request.too_many' } });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect((await browser.signIn('bob@two.example')).status).toBe(200);
  });

  test('Right passwords and old keys never count', async () => {
    await redis.client.flushDb();
    await using strict = await startGateway(servers, limits);
    const browser = new Browser(strict.url);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await browser.signIn('ann@one.example', 'stale')).json).toMatchObject({
        code: 'auth.password_key_stale',
      });
      expect((await browser.signIn('bob@two.example')).status).toBe(200);
    }
  });

  test('An old key in between does not wipe out the count of wrong passwords', async () => {
    await redis.client.flushDb();
    await using strict = await startGateway(servers, limits);
    const browser = new Browser(strict.url);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await browser.signIn('ann@one.example', 'wrong')).status);
      await browser.signIn('ann@one.example', 'stale');
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test('When a proxy in front is trusted, then each of its clients counts alone', async () => {
    await redis.client.flushDb();
    await using behind = await startGateway(servers, { ...limits, TRUST_PROXY: '1' });
    const from = (address: string) =>
      new Browser(behind.url).ask('/api/login', {
        method: 'POST',
        headers: { 'x-forwarded-for': `198.51.100.1, ${address}` },
        body: { email: 'ann@one.example', password: sealed('wrong') },
      });
    for (let attempt = 0; attempt < 3; attempt += 1) await from('203.0.113.1');
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(401);
  });
});

describe('When Redis is unavailable', () => {
  test('No request counts as anonymous, all are 503, and it recovers', async () => {
    const target = new URL(servers.redisUrl);
    const open = new Set<Socket>();
    const door = createServer((socket) => {
      const through = connect(Number(target.port), target.hostname);
      for (const side of [socket, through]) {
        open.add(side);
        side.on('error', () => side.destroy());
      }
      socket.pipe(through).pipe(socket);
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as { port: number };
    await using fragile = await startGateway({
      ...servers,
      redisUrl: `redis://127.0.0.1:${port}${target.pathname}`,
    });
    const browser = new Browser(fragile.url);
    await browser.signIn('ann@one.example');
    // The first request prolongs the session, which changes it; the second one caches it.
    for (let count = 0; count < 2; count += 1) expect((await browser.ask('/api/user')).status).toBe(200);

    door.close();
    for (const socket of open) socket.destroy();
    const unavailable = { status: 503, json: { code: 'server.unavailable' } };
    await eventually(async () => expect(await browser.ask('/api/user')).toMatchObject(unavailable), {
      what: 'Redis to be noticed as away',
    });
    expect(await browser.signIn('ann@one.example')).toMatchObject(unavailable);
    expect(await browser.signOut()).toMatchObject(unavailable);
    expect((await browser.ask('/api/user')).text).not.toMatch(/ECONN|redis|socket/i);

    door.listen(port, '127.0.0.1');
    await eventually(async () => expect((await browser.ask('/api/user')).status).toBe(200), {
      what: 'the same session to work again',
    });
    door.close();
  });
});
