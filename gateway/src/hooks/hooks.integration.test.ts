import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { takeSentEvents } from '@ridgeline/contracts/internal';
import { AppError, bindForService, createLogger, listen } from '@ridgeline/kit';
import { createServiceApp } from '@ridgeline/kit/service';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser } from '../testing/browser.ts';
import { identityKey, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const tokenOf = (n: number) => Buffer.alloc(32, n).toString('base64url');
const token = tokenOf(1);
const path = `/hooks/acculynx/${token}`;
const otherToken = tokenOf(201);
const other = `/hooks/acculynx/${otherToken}`;
const known = [token, otherToken];

interface Seen {
  readonly path: string;
  readonly caller: string;
  readonly body: string | null;
  readonly requests: number;
  readonly headers: readonly string[];
}

const seen: Seen[] = [];
let failure: AppError | null = null;
let hold: Promise<unknown> = Promise.resolve();
let gateway: GatewayUnderTest;
const resources = new AsyncDisposableStack();

beforeAll(async () => {
  const logger = createLogger({ service: 'stub', level: 'silent' });
  const app = createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey,
    audience: 'connection',
    bodyLimits: { [takeSentEvents.path]: '6mb' },
    routes: (router) =>
      bindForService(router, takeSentEvents, async ({ service, body: { events }, req }) => {
        const headers = Object.keys(req.headers);
        for (const { token: to, body, requests } of events)
          seen.push({ path: `/hooks/acculynx/${to}`, caller: service, body, requests, headers });
        await hold;
        if (failure) throw failure;
        return { results: events.map((event) => (known.includes(event.token) ? 'accepted' : 'unknown')) };
      }),
  });
  const { url } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 }));
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  gateway = resources.use(await startGateway(servers, { CONNECTION_URL: url }));
});

afterAll(() => resources.disposeAsync());

beforeEach(() => {
  seen.length = 0;
  failure = null;
  hold = Promise.resolve();
});

const post = (to: string, body: unknown = { eventId: 'one' }, headers: Record<string, string> = {}) =>
  ask(gateway.url, to, { method: 'POST', body, headers });

describe('A delivery of AccuLynx', () => {
  test('When it comes, then it goes to the connection service as from the gateway, without session and CSRF', async () => {
    const sent = {
      cookie: 'sid=x',
      authorization: 'Bearer forged',
      'sec-fetch-site': 'cross-site',
      origin: 'https://x.y',
    };
    expect(await post(path, { eventId: 'one' }, sent)).toMatchObject({ status: 204, text: '' });
    expect(seen).toMatchObject([{ path, caller: 'gateway', body: '{"eventId":"one"}', requests: 1 }]);
    for (const header of ['cookie', 'origin', 'sec-fetch-site'])
      expect(seen[0]?.headers).not.toContain(header);
  });

  test('When its body is no JSON, packed, or cannot be unpacked, then the connection service decides', async () => {
    expect((await post(path, 'no JSON', { 'content-type': 'text/plain' })).status).toBe(204);
    expect((await post(path, '', { 'content-encoding': 'gzip' })).status).toBe(204);
    expect((await post(path, 'not packed', { 'content-encoding': 'gzip' })).status).toBe(204);
    expect((await post(path, 'odd', { 'content-encoding': 'odd' })).status).toBe(204);
    expect(seen.map(({ body }) => body)).toEqual(['no JSON', '', '', 'odd']);
    const packed = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync('{"packed":1}'),
    });
    expect([packed.status, seen.at(-1)?.body]).toEqual([204, '{"packed":1}']);
  });

  test('When its body is larger than 256 kB, also unpacked, then it is refused with 413', async () => {
    const large = JSON.stringify({ large: 'x'.repeat(300_000) });
    const answer = await post(path, large);
    expect(answer).toMatchObject({ status: 413, json: { code: 'request.too_large' } });
    expect(answer.json['message']).toContain('256 kB');
    const bomb = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(20_000_000)),
    });
    expect(bomb.status).toBe(413);
    expect(seen).toEqual([]);
    expect((await post(path, JSON.stringify({ large: 'x'.repeat(250_000) }))).status).toBe(204);
  });

  test.each(['server.unavailable', 'server.failed', 'request.too_large', 'request.not_found'] as const)(
    'When the connection service refuses a call with %s, then AccuLynx must send its events again',
    async (code) => {
      failure = new AppError(code);
      expect(await post(path)).toMatchObject({ status: 503, json: { code: 'server.unavailable' } });
    },
  );
});

test.each([
  '/hooks',
  '/hooks/acculynx',
  `/hooks/acculynx/${token}/`,
  `/hooks/acculynx/${token}x`,
  `/hooks/acculynx/${token.slice(1)}`,
  `/hooks/acculynx/${token}?a=b`,
  `/hooks//acculynx/${token}`,
  `/hooks/acculynx/../acculynx/${token}`,
  `/hooks/Acculynx/${token}`,
  `/hooks/acculynx/%41${token.slice(1)}`,
  `/hooks/acculynx/${token};a`,
  `/api/../hooks/acculynx/${token}`,
  `/internal/connections/1`,
])('When something else is called, then it does not exist, and no service is asked: %s', async (other) => {
  expect((await post(other)).status).toBe(404);
  expect(seen).toEqual([]);
});

test('When an address is only looked at, then it does not exist', async () => {
  expect((await ask(gateway.url, path)).status).toBe(404);
  expect((await ask(gateway.url, path, { method: 'DELETE' })).status).toBe(404);
  expect(seen).toEqual([]);
});

test('When a token does not exist, then the answer is 404, for the next moment without asking', async () => {
  const gone = `/hooks/acculynx/${tokenOf(200)}`;
  expect([(await post(gone)).status, (await post(gone)).status]).toEqual([404, 404]);
  expect(seen).toHaveLength(1);
});

/** Sends the head of a delivery; the gateway waits for its body from then on. */
async function beginPost(opened: DisposableStack, length: number) {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  opened.defer(() => socket.destroy());
  await once(socket, 'connect');
  const headers = `Host: x\r\nContent-Length: ${length}\r\nExpect: 100-continue`;
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toContain('100 Continue');
  return socket;
}

test('When as much of a token is in progress as may be, then more of it is accepted unread, and another token is passed on', async () => {
  using opened = new DisposableStack();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => beginPost(opened, 2)));
  const more = await Promise.all(Array.from({ length: 20 }, () => post(path)));
  expect(new Set(more.map(({ status }) => status))).toEqual(new Set([204]));
  expect(seen.every((each) => each.path === path && each.body === null)).toBe(true);
  expect(seen.length).toBeLessThan(20);
  expect(seen.reduce((sum, { requests }) => sum + requests, 0)).toBe(20);
  expect((await post(other)).status).toBe(204);
  expect(seen.at(-1)).toMatchObject({ path: other, body: '{"eventId":"one"}' });

  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.write('{}');
      const [answer] = (await once(socket, 'data')) as [string];
      return answer.split('\r\n')[0];
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 204 No Content']));
  await eventually(
    async () => {
      await post(path);
      expect(seen.at(-1)?.body).toBe('{"eventId":"one"}');
    },
    { what: 'a place of the token' },
  );
});

test('When anonymous clients try tokens, then each is asked for once, and AccuLynx is answered all the while', async () => {
  await post(path);
  const statuses: number[] = [];
  for (let n = 2; n < 352; n += 50)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const tried = Buffer.alloc(32, 9)
            .fill(String(n + at).padStart(6, '0'), 0, 6)
            .toString('base64url');
          return (await post(`/hooks/acculynx/${tried}`)).status;
        }),
      )),
    );
  expect(new Set(statuses)).toEqual(new Set([404]));
  const asked = seen.length;
  expect(asked).toBeLessThanOrEqual(1 + 350);
  for (let n = 2; n < 22; n += 1) expect((await post(`/hooks/acculynx/${tokenOf(n)}`)).status).toBe(404);
  expect(seen.length).toBe(asked);
  expect((await post(path)).status).toBe(204);
});

test('When deliveries hang, then what people do does not wait for them', async () => {
  const end = Promise.withResolvers<undefined>();
  hold = end.promise;
  const hanging = Array.from({ length: 300 }, () => post(path));
  const ann = new Browser(gateway.url);
  await ann.signIn('ann@one.example');
  expect((await ann.ask('/api/user')).status).toBe(200);
  end.resolve(undefined);
  expect(new Set((await Promise.all(hanging)).map((answer) => answer.status))).toEqual(new Set([204]));
});

test('When a client leaves in the middle of its body, then nothing is sent on', async () => {
  using opened = new DisposableStack();
  const socket = await beginPost(opened, 20);
  socket.write('{"eve');
  const aborted = eventually(
    async () => expect(await gateway.metrics.metrics()).toMatch(/count\{.*hooks.*status="(?:aborted|400)"/),
    { what: 'the request to end' },
  );
  socket.destroy();
  await aborted;
  expect((await post(path)).status).toBe(204);
  expect(seen).toHaveLength(1);
});

test('When it is measured, then by the pattern of the address, never the token', async () => {
  await post(path);
  const text = await gateway.metrics.metrics();
  expect(text).toContain('route="/hooks/acculynx/:token"');
  expect(text).not.toContain(token);
});
