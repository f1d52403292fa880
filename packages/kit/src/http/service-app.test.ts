import { afterAll, beforeAll, describe, expect, test, jest } from '@jest/globals';
import { endpoint, type ErrorBody } from '@ridgeline/contracts';
import { Registry } from '../metrics/index.ts';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { signServiceIdentity, signUserIdentity } from '../identity/identity-token.ts';
import { createLogger } from '../logger.ts';
import { bindForService, bindForUser, bindPublic } from './bind-endpoint.ts';
import { listen, type HttpServer } from './listen.ts';
import { createServiceApp } from './service-app.ts';

const key = 'a key that only our processes know, 32+';
const user = { userId: 5, companyId: 'co_a', administrator: false };
const lines: string[] = [];

const answer = z.object({ id: z.number(), name: z.string() });
const rename = endpoint({
  method: 'PATCH',
  path: '/api/things/{id}',
  summary: 'Rename',
  access: 'signed-in',
  params: z.object({ id: z.coerce.number() }),
  body: z.object({ name: z.string('connection.name_too_short').min(3, 'connection.name_too_short') }),
  answer,
});
const broken = endpoint({ method: 'GET', path: '/api/broken', summary: 'Fails', access: 'public' });
const admins = endpoint({ method: 'GET', path: '/api/admins', summary: 'Admins', access: 'administrator' });
const internal = endpoint({ method: 'GET', path: '/internal/x', summary: 'Services', access: 'service' });
const create = endpoint({
  method: 'POST',
  path: '/api/things',
  summary: 'Create',
  access: 'public',
  answer: z.object({ key: z.string().nullable() }),
  idempotent: true,
});
const hangs = endpoint({ method: 'GET', path: '/api/hanging', summary: 'Hangs', access: 'signed-in' });
const busy = endpoint({ method: 'GET', path: '/api/busy', summary: 'Busy', access: 'public' });
const missing = endpoint({ method: 'GET', path: '/api/missing', summary: 'Missing', access: 'public' });

/** Called when the endpoint that never answers was reached. */
let hanging = (): void => undefined;
/** Called with each new line. */
let onLine = (): void => undefined;
let server: HttpServer;
beforeAll(async () => {
  const logger = createLogger(
    { service: 'test' },
    {
      write: (line: string) => {
        lines.push(line);
        onLine();
      },
    },
  );
  const app = createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey: key,
    audience: 'auth',
    routes: (router) => {
      bindForUser(router, rename, ({ params, body }) => {
        logger.info('Renaming');
        return { id: params.id, name: body.name, secret: 'leak' };
      });
      bindForUser(router, admins, () => ({}));
      bindForUser(router, hangs, () => {
        hanging();
        return new Promise<never>(() => undefined);
      });
      bindForService(router, internal, () => ({}));
      bindPublic(router, broken, () => {
        throw new Error('password=hunter2 at line 7');
      });
      bindPublic(router, create, ({ idempotencyKey }) => ({ key: idempotencyKey }));
      bindPublic(router, busy, () => {
        throw new AppError('request.too_many', { retryAfterSeconds: 2.1 });
      });
      bindPublic(router, missing, () => {
        throw new AppError('migration.not_found');
      });
    },
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Sent {
  method?: string;
  body?: string;
  type?: string;
  token?: string;
  key?: string;
}

async function send(
  path: string,
  { method = 'GET', body, type = 'application/json', token, key }: Sent = {},
) {
  const headers = {
    'content-type': type,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Partial<ErrorBody>,
    headers: response.headers,
  };
}

describe('An endpoint that is bound to its description', () => {
  test('When the input is valid, then the handler runs and the answer holds only what is described', async () => {
    const token = await signUserIdentity(key, user, 'auth');
    const { status, body } = await send('/api/things/3', { method: 'PATCH', body: '{"name":"abc"}', token });
    expect([status, body]).toEqual([200, { id: 3, name: 'abc' }]);
  });

  test.each([
    ['a short name', '{"name":"ab"}', 'application/json', 400, 'connection.name_too_short'],
    ['malformed JSON', '{"name":', 'application/json', 400, 'request.malformed_json'],
    ['another media type', 'name=abc', 'text/plain', 415, 'request.unsupported_media_type'],
    ['a body of 10 MB', `{"name":"${'x'.repeat(10_000_000)}"}`, 'application/json', 413, 'request.too_large'],
    ['a list instead of an object', '[]', 'application/json', 400, 'request.invalid'],
  ])('When %s is sent, then the contract error body says so', async (_, body, type, status, code) => {
    const token = await signUserIdentity(key, user, 'auth');
    const answered = await send('/api/things/3', { method: 'PATCH', body, type, token });
    expect([answered.status, answered.body.code]).toEqual([status, code]);
    expect(answered.body.error).toBe(answered.body.message);
    expect(answered.body.requestId).toBe(answered.headers.get('x-request-id'));
  });

  test('When an error is foreign, then its text stays in the log', async () => {
    const { status, body } = await send('/api/broken');
    expect([status, body.code]).toEqual([500, 'server.failed']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(lines.join('')).toContain('A request failed');
  });

  test('When nothing is at an address, or the handler says so, then it is 404', async () => {
    expect((await send('/api/nothing')).body.code).toBe('request.not_found');
    expect((await send('/api/missing')).status).toBe(404);
  });
});

describe('Log lines of a request', () => {
  test('They carry the id of the user and of the company, the line at its end too', async () => {
    const token = await signUserIdentity(key, user, 'auth');
    const before = lines.length;
    const { headers } = await send('/api/things/3', { method: 'PATCH', body: '{"name":"abc"}', token });
    const requestId = headers.get('x-request-id') ?? '';
    const ofRequest = () =>
      lines
        .slice(before)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['requestId'] === requestId);
    await new Promise<void>((resolve) => {
      onLine = () => {
        if (ofRequest().length === 2) resolve();
      };
      onLine();
    });
    const ids = { userId: user.userId, companyId: user.companyId };
    expect(ofRequest()).toEqual([
      expect.objectContaining({ ...ids, msg: 'Renaming' }),
      expect.objectContaining({ ...ids, msg: 'request completed' }),
    ]);
  });
});

describe('A token that a person typed into an address', () => {
  test.each([
    ['in the place of an id', '/api/things/pat-na1-canary-1a2b', '/api/things/…'],
    ['where nothing is', '/api/nothing/pat-na1-canary-1a2b', '/api/nothing/…'],
  ])('When a token is typed %s, then no line of a log holds it', async (_, path, shown) => {
    const token = await signUserIdentity(key, user, 'auth');
    const { headers } = await send(path, { method: 'PATCH', body: '{"name":"abc"}', token });
    const requestId = headers.get('x-request-id') ?? '';
    const ofRequest = () => lines.filter((line) => line.includes(requestId));
    await new Promise<void>((resolve) => {
      onLine = () => {
        if (ofRequest().some((line) => line.includes('request completed'))) resolve();
      };
      onLine();
    });
    onLine = () => undefined;
    expect(ofRequest().join('')).toContain(JSON.stringify(shown));
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('The log entry of a request that its client aborted', () => {
  test('It carries the ids as well', async () => {
    const token = await signUserIdentity(key, user, 'auth');
    const patience = new AbortController();
    hanging = () => {
      patience.abort();
    };
    const aborted = new Promise<string>((resolve) => {
      onLine = () => {
        const [line] = lines.slice(-1);
        if (line?.includes('request aborted')) resolve(line);
      };
    });
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.url}/api/hanging`, { headers, signal: patience.signal }).catch(() => undefined);
    const line: unknown = JSON.parse(await aborted);
    expect(line).toMatchObject({ userId: user.userId, companyId: user.companyId });
  });
});

describe('The Idempotency-Key of a creating call', () => {
  test('When it is fit to be kept, or missing, then the handler learns that', async () => {
    for (const key of ['k'.repeat(8), 'k'.repeat(128), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
      expect((await send('/api/things', { method: 'POST', key })).body).toEqual({ key });
    expect((await send('/api/things', { method: 'POST' })).body).toEqual({ key: null });
  });

  test.each(['', 'short', 'k'.repeat(129), 'two words here'])(
    'When it is %j, then it is refused instead of ignored, and the limit is named',
    async (key) => {
      const { status, body } = await send('/api/things', { method: 'POST', key });
      expect([status, body.code]).toEqual([400, 'request.key_malformed']);
      expect(body.error).toContain('Idempotency-Key header must be 8 to 128 characters');
    },
  );
});

describe('A temporary error', () => {
  test('When it says when, then the answer has Retry-After in whole seconds; else it has none', async () => {
    const { status, headers } = await send('/api/busy');
    expect([status, headers.get('retry-after')]).toEqual([429, '3']);
    expect((await send('/api/missing')).headers.get('retry-after')).toBeNull();
  });
});

describe('Who may call', () => {
  test('When there is no token, a forged one or one signed with another key, then it is 401', async () => {
    const foreign = await signUserIdentity('another key of at least thirty-two', user, 'auth');
    for (const token of [undefined, 'x.y.z', foreign])
      expect(
        (
          await send('/api/things/3', {
            method: 'PATCH',
            body: '{"name":"abc"}',
            ...(token ? { token } : {}),
          })
        ).status,
      ).toBe(401);
  });

  test('When a request waited here until its token ran out, then it is 503: the session of the caller is still valid', async () => {
    jest.useFakeTimers({ now: Date.now() - 66_000 });
    const late = [
      await signUserIdentity(key, user, 'auth'),
      await signServiceIdentity(key, 'worker', 'auth'),
    ];
    jest.useRealTimers();
    for (const [path, token] of [
      ['/api/admins', late[0]],
      ['/internal/x', late[1]],
    ] as const) {
      const { status, body } = await send(path, token === undefined ? {} : { token });
      expect([status, body.code]).toEqual([503, 'server.unavailable']);
    }
  });

  test('When a person calls an internal endpoint, or a service one for people, then it is 401', async () => {
    const [person, service] = [
      await signUserIdentity(key, user, 'auth'),
      await signServiceIdentity(key, 'worker', 'auth'),
    ];
    expect((await send('/internal/x', { token: person })).status).toBe(401);
    expect((await send('/internal/x', { token: service })).status).toBe(200);
    expect((await send('/api/admins', { token: service })).status).toBe(401);
  });

  test('When a person without the right calls an administrators endpoint, then it is 403', async () => {
    const admin = await signUserIdentity(key, { ...user, administrator: true }, 'auth');
    expect((await send('/api/admins', { token: await signUserIdentity(key, user, 'auth') })).status).toBe(
      403,
    );
    expect((await send('/api/admins', { token: admin })).status).toBe(200);
  });
});
