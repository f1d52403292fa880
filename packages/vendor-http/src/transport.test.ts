import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readValue, retryAfterMs } from './answer.ts';
import { createTransport, reading, type CallReport } from './transport.ts';

const servers: Server[] = [];

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const secret = 'pat-na1-very-secret';

describe('A vendor is called', () => {
  test('When it answers, then status and JSON come back, the bearer was sent and the hooks saw the call', async () => {
    let authorization: string | undefined;
    const baseUrl = await serving((req, res) => {
      authorization = req.headers.authorization;
      res.setHeader('x-limit', '100').end(JSON.stringify({ url: req.url }));
    });
    const seen: (string | CallReport)[] = [];
    const call = createTransport({
      vendor: 'Test',
      baseUrl,
      secret,
      hooks: {
        beforeCall: (request) => {
          seen.push(request.path);
          return Promise.resolve();
        },
        afterCall: (_request, report) => seen.push(report),
      },
    });

    const exchange = await call({ method: 'GET', path: '/things', query: { page: 2, q: 'a b' } });

    expect(exchange).toMatchObject({ kind: 'answer', status: 200, json: { url: '/things?page=2&q=a+b' } });
    expect(authorization).toBe(`Bearer ${secret}`);
    expect(seen).toEqual(['/things', expect.objectContaining({ status: 200 })]);
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  test('When nothing listens, or the answer is cut, then that is a network fault and no exception', async () => {
    const cut = await serving((_req, res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('{"half":');
      setImmediate(() => res.destroy());
    });
    const nobody = createTransport({ vendor: 'Test', baseUrl: 'http://127.0.0.1:1', secret });
    const broken = createTransport({ vendor: 'Test', baseUrl: cut, secret });
    expect(await nobody({ method: 'GET', path: '/' })).toEqual({ kind: 'none', reason: 'network' });
    expect(await broken({ method: 'GET', path: '/' })).toEqual({ kind: 'none', reason: 'network' });
  });

  test('When it hangs, then the call ends as a timeout; when the caller aborts, then its reason is thrown', async () => {
    const baseUrl = await serving(() => undefined);
    const call = createTransport({ vendor: 'Test', baseUrl, secret, timeoutMs: 50 });
    expect(await call({ method: 'GET', path: '/' })).toEqual({ kind: 'none', reason: 'timeout' });

    const stop = new AbortController();
    const reason = new Error('lease lost');
    const patient = createTransport({ vendor: 'Test', baseUrl, secret });
    const pending = patient({ method: 'GET', path: '/', signals: reading(stop.signal) });
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  test('When a call starts and ends, then the hook is called for both, also when the caller aborts', async () => {
    const told: string[] = [];
    const stop = new AbortController();
    const hooks = {
      whileCalling: ({ path }: { path: string }) => {
        told.push(`out ${path}`);
        return () => void told.push(`over ${path}`);
      },
    };
    const answering = await serving((_req, res) => res.end('{}'));
    await createTransport({ vendor: 'Test', baseUrl: answering, secret, hooks })({
      method: 'GET',
      path: '/a',
    });
    const hanging = await serving(() => stop.abort(new Error('enough')));
    const call = createTransport({ vendor: 'Test', baseUrl: hanging, secret, hooks });
    await expect(call({ method: 'GET', path: '/b', signals: reading(stop.signal) })).rejects.toThrow(
      'enough',
    );
    expect(told).toEqual(['out /a', 'over /a', 'out /b', 'over /b']);
  });

  test('When the body is HTML, then there is no JSON and a good answer counts as malformed', async () => {
    const baseUrl = await serving((_req, res) => res.end('<html>'));
    const call = createTransport({ vendor: 'Test', baseUrl, secret });
    const exchange = await call({ method: 'GET', path: '/' });
    expect(exchange).toMatchObject({ kind: 'answer', json: undefined });
    expect(readValue(200, undefined, z.object({}))).toMatchObject({
      outcome: 'unavailable',
      reason: 'malformed',
    });
    expect(readValue(200, { id: 1 }, z.object({ id: z.string() }))).toMatchObject({
      outcome: 'rejected',
      problem: { category: 'UNEXPECTED_SHAPE' },
    });
  });

  test('When Retry-After is seconds or a date, then it becomes milliseconds', () => {
    expect(retryAfterMs(new Headers({ 'retry-after': '12' }))).toBe(12_000);
    expect(retryAfterMs(new Headers({ 'retry-after': new Date(60_000).toUTCString() }), 20_000)).toBe(40_000);
    expect(retryAfterMs(new Headers({ 'retry-after': 'soon' }))).toBeNull();
    expect(retryAfterMs(new Headers())).toBeNull();
  });
});

describe('A request waits for its place', () => {
  test('When it gets one, then `onCall` is called after that, right before it goes out; without one neither happens', async () => {
    const told: string[] = [];
    const baseUrl = await serving((_req, res) => {
      told.push('received');
      res.end('{}');
    });
    const { signal } = new AbortController();
    const place = { refusal: null as Error | null };
    const call = createTransport({
      vendor: 'Test',
      baseUrl,
      secret,
      hooks: {
        beforeCall: ({ signals }) => {
          if (signals?.waiting === signal) told.push('waits');
          return place.refusal ? Promise.reject(place.refusal) : Promise.resolve();
        },
      },
    });
    const signals = { ...reading(signal), onCall: () => told.push('goes out') };
    await call({ method: 'GET', path: '/', signals });
    expect(told).toEqual(['waits', 'goes out', 'received']);
    place.refusal = new Error('the lease is lost');
    await expect(call({ method: 'GET', path: '/', signals })).rejects.toBe(place.refusal);
    expect(told.slice(3)).toEqual(['waits']);
  });
});
