import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answerErrors, createLogger, listen, type HttpServer } from '@ridgeline/kit';
import express from 'express';
import { ask, type Answer } from '../testing/browser.ts';
import { createUpstream, type Upstream } from './upstream.ts';

let service: Server;
let upstream: Upstream;
let gateway: HttpServer;
let connections: number;

/** What the service does with its nth request on a connection. */
let behave: (socket: Socket, nth: number) => void;

const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=65\r\nSet-Cookie: a=b\r\n\r\nok';

beforeEach(async () => {
  connections = 0;
  service = createServer((socket) => {
    connections += 1;
    let nth = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => behave(socket, (nth += 1)));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  upstream = createUpstream('stub', `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const app = express();
  app.use((req, res, next) => upstream.forward(req, res, next));
  app.use(answerErrors(createLogger({ service: 'test', level: 'silent' })));
  gateway = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  upstream[Symbol.dispose]();
  await gateway[Symbol.asyncDispose]();
  service.close();
});

const breakAfterFirst = (socket: Socket, nth: number): void => {
  if (nth === 1) socket.write(good);
  else socket.destroy();
};

const get = (): Promise<Answer> => ask(gateway.url, '/x');
const unavailable = { status: 503, json: { code: 'server.unavailable' } };

describe('A service behind the gateway', () => {
  test('Connections are kept, and what speaks of them is not handed on', async () => {
    behave = (socket) => void socket.write(good);
    const answers = [await get(), await get(), await get()];
    expect(connections).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, text: 'ok' });
    expect(answers[0]?.headers['set-cookie']).toBeUndefined();
    expect(answers[0]?.headers['keep-alive']).toBeUndefined();
  });

  test('When a kept connection breaks under a read, then it is retried once on a new one', async () => {
    behave = breakAfterFirst;
    await get();
    expect(await get()).toMatchObject({ status: 200, text: 'ok' });
    expect(connections).toBe(2);
  });

  test('A write is never sent twice', async () => {
    behave = breakAfterFirst;
    await get();
    expect(await ask(gateway.url, '/x', { method: 'POST' })).toMatchObject(unavailable);
    expect(connections).toBe(1);
  });

  test('When a new connection breaks, then it is not tried again', async () => {
    behave = (socket) => {
      socket.destroy();
    };
    expect(await get()).toMatchObject(unavailable);
    expect(connections).toBe(1);
  });

  test('When an answer breaks off half way, then the client sees it break off too', async () => {
    behave = (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    await expect(get()).rejects.toThrow();
    behave = (socket) => void socket.write(good);
    expect(await get()).toMatchObject({ status: 200 });
  });

  test('When too many wait for a connection, then the next one is rejected as retriable, and answers free capacity', async () => {
    upstream[Symbol.dispose]();
    const { port } = service.address() as AddressInfo;
    upstream = createUpstream('stub', `http://127.0.0.1:${port}`, { connections: 1, waiting: 1 });
    const arrived = Promise.withResolvers<Socket>();
    behave = (socket) => arrived.resolve(socket);
    const first = get();
    const socket = await arrived.promise;
    const others = [get(), get()];
    const refused = await Promise.race(others);
    expect(refused).toMatchObject({ ...unavailable, headers: { 'retry-after': '1' } });
    behave = () => void socket.write(good);
    socket.write(good);
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 503]);
    expect(await get()).toMatchObject({ status: 200 });
  });
});
