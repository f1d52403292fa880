import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { listen, type HttpServer } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/eventually';
import express from 'express';
import { limitStrangers, welcomeSignedIn } from './stranger-sockets.ts';

const most = 3;
let server: HttpServer;
let sockets: Socket[];
let refused: number;

beforeEach(async () => {
  sockets = [];
  refused = 0;
  const app = express();
  app.use((req, _res, next) => {
    const known = req.url === '/known';
    req.signedIn = known ? ({} as NonNullable<typeof req.signedIn>) : null;
    next();
  }, welcomeSignedIn);
  app.use((_req, res) => void res.send('ok'));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  limitStrangers(server.server, { most, onRefused: () => (refused += 1) });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server[Symbol.asyncDispose]();
});

/** Opens a connection; answers whether it was answered on. */
async function comesIn(path = '/'): Promise<boolean> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const answered = once(socket, 'data').then(() => true);
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
}

describe('Connections of strangers', () => {
  test('When one network holds its share, then one more is closed, until one of them ends', async () => {
    for (let count = 0; count < most; count += 1) expect(await comesIn()).toBe(true);
    expect([await comesIn(), await comesIn(), refused]).toEqual([false, false, 2]);
    sockets[0]?.destroy();
    await eventually(async () => expect(await comesIn()).toBe(true), { what: 'room for one more' });
  });

  test('Those of signed-in people do not count, and their ends make no room that was not taken', async () => {
    for (let count = 0; count < 2 * most; count += 1) expect(await comesIn('/known')).toBe(true);
    for (const socket of sockets.splice(0)) {
      socket.destroy();
      await once(socket, 'close');
    }
    for (let count = 0; count < most; count += 1) expect(await comesIn()).toBe(true);
    expect(await comesIn()).toBe(false);
  });
});
