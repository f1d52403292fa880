import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answerErrors, createLogger, listen, type HttpServer } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/eventually';
import express from 'express';
import { limitSockets, exemptSignedIn } from './anonymous-connections.ts';

const most = 3;
let server: HttpServer;
let sockets: Socket[];
let refused: number;

beforeEach(async () => {
  sockets = [];
  refused = 0;
  const app = express();
  app.use((req, _res, next) => {
    const userId = Number(/^\/known-(\d+)/.exec(req.url)?.[1]);
    req.signedIn = userId ? ({ user: { userId } } as NonNullable<typeof req.signedIn>) : null;
    next();
  }, exemptSignedIn);
  app.get(/.*/, (_req, res) => void res.send('ok'));
  app.use(answerErrors(createLogger({ service: 'test', level: 'silent' })));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  limitSockets(server.server, {
    strangers: { inAll: 8, each: most, eachWhenScarce: 1 },
    users: { inAll: 40, each: 10, eachWhenScarce: 2 },
    onRefused: () => (refused += 1),
  });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server[Symbol.asyncDispose]();
});

/** Opens a connection and answers the status that came on it, or null when it was closed. */
async function statusOf(path: string): Promise<number | null> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const answered = once(socket, 'data').then(([data]) => Number(String(data).slice(9, 12)));
  return Promise.race([answered, once(socket, 'close').then(() => null)]);
}

/** Opens a connection; answers whether it was answered on. */
const comesIn = async (path = '/'): Promise<boolean> => (await statusOf(path)) === 200;

describe('Connections of anonymous clients', () => {
  test('When one network holds its share, then one more is closed, until one of them ends', async () => {
    for (let count = 0; count < most; count += 1) expect(await comesIn()).toBe(true);
    expect([await comesIn(), await comesIn(), refused]).toEqual([false, false, 2]);
    sockets[0]?.destroy();
    await eventually(async () => expect(await comesIn()).toBe(true), { what: 'room for one more' });
  });

  test('Those of signed-in people do not count, and their ends make no room that was not taken', async () => {
    for (let count = 0; count < 2 * most; count += 1) expect(await comesIn('/known-1')).toBe(true);
    for (const socket of sockets.splice(0)) {
      socket.destroy();
      await once(socket, 'close');
    }
    for (let count = 0; count < most; count += 1) expect(await comesIn()).toBe(true);
    expect(await comesIn()).toBe(false);
  });
});

describe('Connections of signed-in people', () => {
  test('When one person holds their share, then one more gets 429 and ends; others of the same address come in', async () => {
    for (let count = 0; count < 10; count += 1) expect(await statusOf('/known-1')).toBe(200);
    expect(await statusOf('/known-1')).toBe(429);
    const last = sockets.at(-1);
    if (last && !last.closed) await once(last, 'close');
    for (const user of [2, 3]) expect(await statusOf(`/known-${user}`)).toBe(200);
    sockets[0]?.destroy();
    await eventually(async () => expect(await comesIn('/known-1')).toBe(true), { what: 'room for one more' });
  });

  test('When most of the room is taken by a few, then the rest is for people who hold little', async () => {
    for (const user of [1, 2, 3])
      for (let count = 0; count < 10; count += 1) expect(await statusOf(`/known-${user}`)).toBe(200);
    expect(await statusOf('/known-4')).toBe(200);
    expect(await statusOf('/known-4')).toBe(200);
    expect(await statusOf('/known-4')).toBe(429);
    expect(await statusOf('/known-5')).toBe(200);
  });
});
