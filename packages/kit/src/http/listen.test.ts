import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { listen, type HttpServer } from './listen.ts';

const lingerMs = 500;
let server: HttpServer;
let agent: Agent;
let arrived: PromiseWithResolvers<undefined>;
let gate: PromiseWithResolvers<undefined>;

beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  arrived = Promise.withResolvers();
  gate = Promise.withResolvers();
  const app = express();
  app.get('/quick', (_req, res) => void res.send('quick'));
  app.get('/slow', async (_req, res) => {
    arrived.resolve(undefined);
    await gate.promise;
    res.send('slow');
  });
  app.get('/stream', async (_req, res) => {
    res.flushHeaders();
    arrived.resolve(undefined);
    await gate.promise;
    res.end('streamed');
  });
  server = await listen(app, { host: '127.0.0.1', port: 0, lingerMs });
});

afterEach(async () => {
  agent.destroy();
  server.server.closeAllConnections();
  await server[Symbol.asyncDispose]();
});

async function get(path: string): Promise<IncomingMessage & { text: string }> {
  const sent = request(`${server.url}${path}`, { agent });
  sent.end();
  const [res] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of res.setEncoding('utf8')) text += String(chunk);
  return Object.assign(res, { text });
}

describe('The end of a server', () => {
  test.each([
    ['/slow', 'while new callers still come'],
    ['/stream', 'while new callers still come'],
    ['/slow', 'when the door is closed'],
    ['/stream', 'when the door is closed'],
  ])('%s is answered to its end %s, and its kept connection holds nothing up', async (path, when) => {
    server.server.keepAliveTimeout = 600_000;
    await get('/quick');
    const answer = get(path);
    await arrived.promise;
    const end = server[Symbol.asyncDispose]();
    while (when === 'when the door is closed' && server.server.listening) await setImmediate();
    gate.resolve(undefined);
    expect((await answer).text).toMatch(/slow|streamed/);
    await end;
  });

  test('A stopping server sends clients elsewhere', async () => {
    expect((await get('/quick')).headers.connection).toBe('keep-alive');
    const answer = get('/slow');
    await arrived.promise;
    const end = server[Symbol.asyncDispose]();
    gate.resolve(undefined);
    expect((await answer).headers.connection).toBe('close');
    await end;
  });

  test('A request that comes over a kept connection right then is answered, for the last time', async () => {
    await get('/quick');
    const end = server[Symbol.asyncDispose]();
    expect((await get('/quick')).headers.connection).toBe('close');
    await end;
  });
});
