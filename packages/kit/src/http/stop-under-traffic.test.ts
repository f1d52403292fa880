import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { listen, type HttpServer } from './listen.ts';

const lingerMs = 200;
/** How long callers take to notice that a process stops: some keep connecting for this long after the stop was requested. */
const hearingMs = 600;
const maxThinkMs = 100;

let servers: HttpServer[];
/** The port to which new connections go. */
let leadTo: number;

async function serve(): Promise<HttpServer> {
  const app = express();
  app.post('/write', async (_req, res) => {
    await delay(Math.random() * 20);
    res.send('written');
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, lingerMs });
  servers.push(server);
  return server;
}

beforeEach(() => {
  servers = [];
});
afterEach(async () => {
  for (const { server } of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
});

/** Writes over the agent's connections; each write is sent once. */
async function write(agent: Agent | false): Promise<void> {
  const sent = request({ method: 'POST', host: '127.0.0.1', port: leadTo, path: '/write', agent });
  sent.end();
  const [res] = (await once(sent, 'response')) as [IncomingMessage];
  res.resume();
  await once(res, 'end');
}

/** Writes in a loop until stopped; returns the failures. `wrote` is called for each success. */
async function keepWriting(
  stop: AbortSignal,
  kept: boolean,
  wrote: () => void = () => undefined,
): Promise<string[]> {
  const failures: string[] = [];
  const agent = kept ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  while (!stop.aborted) {
    await write(agent).then(wrote, (error: unknown) => failures.push(String(error)));
    await delay(Math.random() * maxThinkMs);
  }
  if (agent) agent.destroy();
  return failures;
}

describe('A server that is stopped under traffic', () => {
  test.each([
    ['over kept connections', true],
    ['over a new connection each time', false],
  ])('No write %s is cut, though callers go on coming for a while', async (_, kept) => {
    const old = await serve();
    const next = await serve();
    leadTo = old.port;
    const stop = new AbortController();
    const written = Array.from({ length: 40 }, () => 0);
    const clients = written.map((_, client) =>
      keepWriting(stop.signal, kept, () => {
        written[client] = (written[client] ?? 0) + 1;
      }),
    );
    const allWroteAgain = async (): Promise<void> => {
      const before = [...written];
      while (written.some((count, client) => count < (before[client] ?? 0) + 2)) await delay(10);
    };
    await allWroteAgain();
    const ended = old[Symbol.asyncDispose]();
    await delay(hearingMs);
    leadTo = next.port;
    await ended;
    await allWroteAgain();
    stop.abort();
    expect((await Promise.all(clients)).flat()).toEqual([]);
  });

  test('A connection on which nothing was ever asked holds nothing up', async () => {
    const { port, [Symbol.asyncDispose]: end } = await serve();
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await end();
    await closed;
  });

  test('When callers never notice the stop, then the process still ends', async () => {
    const old = await serve();
    leadTo = old.port;
    const stop = new AbortController();
    const client = keepWriting(stop.signal, false);
    await old[Symbol.asyncDispose]();
    stop.abort();
    await client;
    expect(old.server.listening).toBe(false);
  });
});
