import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@ridgeline/contracts';
import * as internalContract from '@ridgeline/contracts/internal';
import { testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser, sealed } from '../testing/browser.ts';
import { identityKey, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { stubUserId } from '../testing/stub-people.ts';
import { startStubService } from '../testing/stub-service.ts';

let servers: { redisUrl: string; brokers: string[] };
let gateway: GatewayUnderTest;
let ann: Browser;

beforeAll(async () => {
  servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  gateway = await startGateway(servers);
  ann = new Browser(gateway.url);
  await ann.signIn('ann@one.example');
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const stubOptions = () => ({ identityKey, redisUrl: servers.redisUrl });

const connection = {
  name: 'Waco',
  acculynxApiKey: 'al-key-of-a-test-0001',
  hubspotPat: 'pat-na1-token-of-a-test',
};
const migration = { connectionId: 1, migrationType: 'contacts' };

describe('What a service receives', () => {
  test('The identity comes from the session; what the client claims does not arrive', async () => {
    const answer = await ann.ask('/api/user', {
      headers: {
        authorization: 'Bearer forged',
        'x-request-id': 'chosen-by-the-client',
        'x-user-id': '99',
        'x-company-id': 'other.example',
        'x-client-address': '203.0.113.9',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        connection: 'keep-alive, x-request-id',
        'x-anything': 'else',
      },
    });
    const { headers, user } = gateway.stub.seen.at(-1) ?? {};
    expect(user).toEqual({
      userId: stubUserId('ann@one.example'),
      companyId: 'one.example',
      administrator: false,
    });
    expect(Object.keys(headers ?? {}).sort()).toEqual([
      'authorization',
      'connection',
      'host',
      'x-client-address',
      'x-request-id',
    ]);
    expect(headers?.['x-client-address']).toBe('127.0.0.1');
    expect(headers?.['x-request-id']).toBe(answer.headers['x-request-id']);
    expect(headers?.['x-request-id']).not.toBe('chosen-by-the-client');
    expect(headers?.host).toBe(new URL(gateway.stub.url).host);
  });

  test('A visitor gets the public calls and nothing else', async () => {
    expect((await ask(gateway.url, '/api/auth/password-key')).status).toBe(200);
    expect(gateway.stub.seen.at(-1)?.headers.authorization).toBeUndefined();
    const before = gateway.stub.seen.length;
    for (const path of ['/api/user', '/api/migrations', '/api/connections/1', '/api/nothing', '/api'])
      expect((await ask(gateway.url, path)).status).toBe(path === '/api' ? 404 : 401);
    expect(gateway.stub.seen.length).toBe(before);
  });

  test('The query arrives as it was sent', async () => {
    await ann.ask('/api/migrations?limit=5&x=a%20b');
    expect(gateway.stub.seen.at(-1)?.path).toBe('/api/migrations?limit=5&x=a%20b');
  });

  test('An Idempotency-Key that was sent to another endpoint, or cannot be kept, does not arrive', async () => {
    const create = (path: string, key: string, body: object = migration) =>
      ann.ask(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
    expect((await create('/api/connections', 'key-of-ann-1', connection)).status).toBe(201);
    const before = gateway.stub.seen.length;
    expect((await create('/api/migrations', 'key-of-ann-1')).json).toMatchObject({
      code: 'request.key_reused',
    });
    expect((await create('/api/migrations', 'k'.repeat(129))).json).toMatchObject({
      code: 'request.key_malformed',
    });
    expect(gateway.stub.seen.length).toBe(before);
    await create('/api/connections', 'key-of-ann-1', connection);
    expect(gateway.stub.seen.length).toBe(before + 1);
    const bob = new Browser(gateway.url);
    await bob.signIn('bob@two.example');
    const headers = { 'idempotency-key': 'key-of-ann-1' };
    const other = await bob.ask('/api/migrations', { method: 'POST', body: migration, headers });
    expect(other.json['code']).not.toBe('request.key_reused');
  });

  test.each([
    '/internal/sign-ins',
    '/api/../internal/sign-ins',
    '/api/%2e%2e/internal/sign-ins',
    '/api/..%2finternal/sign-ins',
    '/api//x/..%2f',
    '//api/user',
    '/api//user',
    '/api/user/',
    '/api/user/.',
    '/api/user;x=1',
    '/api/user%00',
    '/api\\user',
    '/%61pi/user',
    '/API/user',
    '/api/internal/sign-ins',
    '/metrics',
    '/healthz',
    'http://127.0.0.1/internal/sign-ins',
  ])('No odd address reaches anything: %s', async (path) => {
    const before = gateway.stub.seen.length;
    for (const method of ['GET', 'POST']) {
      const answer = await ann.ask(path, { method });
      expect(answer).toMatchObject({ status: 404, json: { code: 'request.not_found' } });
    }
    expect(gateway.stub.seen.length).toBe(before);
  });
});

describe('What is for our own services', () => {
  const internal = Object.values(internalContract as object).filter(
    (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value,
  );

  test('None of it is reached through the gateway, by a visitor or by a signed-in user', async () => {
    expect(internal.length).toBeGreaterThan(10);
    const { seen, asked } = gateway.stub;
    const before = [seen.length, asked.length];
    for (const { method, path } of internal) {
      const filled = path.replace(/\{\w+\}/g, '1');
      for (const visit of [filled, `/api${filled}`]) {
        const headers = { 'sec-fetch-site': 'same-origin' };
        const asking = { method, ...(method === 'GET' ? {} : { body: {} }) };
        expect((await ann.ask(visit, asking)).status).toBe(404);
        const visitor = await ask(gateway.url, visit, { ...asking, headers });
        expect(visitor.status).toBe(visit === filled ? 404 : 401);
      }
    }
    expect([seen.length, asked.length]).toEqual(before);
  });

  test.each(['/', '/api/user', '/api/openapi.json', '/api/auth/password-key', '/api/login', '/api/nothing'])(
    'TRACE never echoes what a browser sent: %s',
    async (path) => {
      const before = gateway.stub.seen.length;
      const answer = await ann.ask(path, { method: 'TRACE', headers: { 'x-canary': 'canary' } });
      expect(answer).toMatchObject({ status: 405, json: { code: 'request.method_not_allowed' } });
      expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/canary|message\/http|ridgeline\.sid/);
      expect(gateway.stub.seen.length).toBe(before);
    },
  );
});

describe('Writes from elsewhere', () => {
  const write = (headers: Record<string, string>) =>
    ask(gateway.url, '/api/migrations', {
      method: 'POST',
      headers: { cookie: ann.cookie, ...headers },
      body: migration,
    });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('Another site cannot write, nor sign anybody in or out: %j', async (headers) => {
    const before = gateway.stub.seen.length;
    const refused = { status: 403, json: { code: 'request.cross_site' } };
    expect(await write(headers)).toMatchObject(refused);
    const asking = { method: 'POST', headers: { cookie: ann.cookie, ...headers } };
    expect(await ask(gateway.url, '/api/logout', asking)).toMatchObject(refused);
    const credentials = { email: 'bob@two.example', password: sealed('right') };
    expect(await ask(gateway.url, '/api/login', { ...asking, body: credentials })).toMatchObject(refused);
    expect(gateway.stub.seen.length).toBe(before);
    expect((await ann.ask('/api/user')).status).toBe(200);
  });

  test('Our own pages can, under the public address and under the one used', async () => {
    const arrived = { status: 404, json: { code: 'connection.not_found' } };
    expect(await write({ 'sec-fetch-site': 'same-origin' })).toMatchObject(arrived);
    expect(await write({ origin: 'http://ridgeline.example' })).toMatchObject(arrived);
    expect(await write({ origin: gateway.url })).toMatchObject(arrived);
  });

  test('Nothing changes by reading: signing out by GET does not exist', async () => {
    expect((await ann.ask('/api/logout')).status).toBe(404);
    expect((await ann.ask('/api/user')).status).toBe(200);
  });
});

describe('Bodies that are no good', () => {
  test.each(['/api/login', '/api/migrations'])('%s answers each with its own code', async (path) => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      ann.ask(path, { method: 'POST', body, headers });
    expect(await post('{"a":')).toMatchObject({ status: 400, json: { code: 'request.malformed_json' } });
    expect(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      json: { code: 'request.unsupported_media_type' },
    });
    expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    const large = JSON.stringify({ large: 'x'.repeat(10 * 1024 * 1024) });
    expect(await post(large)).toMatchObject({ status: 413, json: { code: 'request.too_large' } });
    expect(await post('[]')).toMatchObject({ status: 400 });
    expect(await post('{}')).toMatchObject({ status: 400 });
  });

  test('A deeply nested body is refused without harm', async () => {
    const body = '['.repeat(40_000) + ']'.repeat(40_000);
    expect((await ann.ask('/api/migrations', { method: 'POST', body })).status).toBe(400);
  });

  test('Two lengths, or a length and chunks, are refused before anything is read', async () => {
    const { hostname, port } = new URL(gateway.url);
    for (const header of ['Content-Length: 3', 'Transfer-Encoding: chunked']) {
      const socket = connect(Number(port), hostname);
      socket.write(`POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n${header}\r\n\r\n{}`);
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
    }
  });
});

describe('When a service is unavailable', () => {
  test('The answer says so in its own words; a restarted service is reached again', async () => {
    const stub = await startStubService(stubOptions());
    await using lonely = await startGateway(servers, { AUTH_URL: stub.url, ORCHESTRATOR_URL: stub.url });
    const browser = new Browser(lonely.url);
    await browser.signIn('ann@one.example');
    expect((await browser.ask('/api/migrations')).status).toBe(200);
    await stub[Symbol.asyncDispose]();
    const unavailable = { status: 503, json: { code: 'server.unavailable' } };
    const answer = await browser.ask('/api/migrations');
    expect(answer).toMatchObject(unavailable);
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|proxy/i);
    expect(await browser.signIn('bob@two.example')).toMatchObject(unavailable);
    await using again = await startStubService({ ...stubOptions(), port: stub.port });
    expect((await browser.ask('/api/migrations')).status).toBe(200);
    expect(again.seen).toHaveLength(1);
  });

  test('When a service closed a resting connection, then a read does not notice', async () => {
    let stub = await startStubService(stubOptions());
    await using one = await startGateway(servers, { AUTH_URL: stub.url, ORCHESTRATOR_URL: stub.url });
    const browser = new Browser(one.url);
    await browser.signIn('ann@one.example');
    const { port } = stub;
    for (let restart = 0; restart < 5; restart += 1) {
      expect((await browser.ask('/api/migrations')).status).toBe(200);
      await stub[Symbol.asyncDispose]();
      stub = await startStubService({ ...stubOptions(), port });
      expect((await browser.ask('/api/migrations')).status).toBe(200);
      expect(stub.seen).toHaveLength(1);
    }
    await stub[Symbol.asyncDispose]();
  });
});

describe('Every answer', () => {
  test('Answers of the API are never stored and are no documents', async () => {
    for (const answer of [await ann.ask('/api/user'), await ask(gateway.url, '/api/nothing')]) {
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('The API describes itself', async () => {
    const { status, json } = await ask(gateway.url, '/api/openapi.json');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      openapi: '3.1.0',
      paths: { '/api/login': {}, '/api/migrations/events': {} },
    });
  });

  test('Routes are measured by their pattern', async () => {
    await ann.ask('/api/connections/123456');
    const text = await gateway.metrics.metrics();
    expect(text).toContain('route="/api/connections/:id"');
    expect(text).not.toContain('123456');
  });
});
