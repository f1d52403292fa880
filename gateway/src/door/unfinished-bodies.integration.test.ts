import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser, type Answer } from '../testing/browser.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

const enough = 300;
let gateway: GatewayUnderTest;
let ann: Browser;
let sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startGateway(
    { redisUrl: await testRedisUrl(), brokers: testBrokers() },
    { HEADER_SECONDS: '1', BODY_SECONDS: '3' },
  );
  ann = new Browser(gateway.url);
  await ann.signIn('ann@one.example');
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

async function open(head: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: x\r\nContent-Type: application/json\r\n`);
  return socket;
}

/** Opens sockets whose requests announce a body but only ever send its first byte. */
async function openUnfinished(requestLine: string, more = ''): Promise<void> {
  const opened = await Promise.all(Array.from({ length: enough }, () => open(`${requestLine}${more}`)));
  for (const socket of opened) socket.write('Content-Length: 10\r\n\r\n{');
}

async function inTime(call: Promise<Answer>): Promise<number> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No answer in time')), 2_000).unref();
  });
  return (await Promise.race([call, late])).status;
}

/** Several rounds: the first may finish before the gateway has read the requests sent just before it. */
async function expectEverybodyServed(): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    expect(await inTime(ann.ask('/api/user'))).toBe(200);
    expect(await inTime(ann.ask('/api/migrations'))).toBe(200);
    expect(await inTime(ask(gateway.url, '/api/auth/password-key'))).toBe(200);
    expect(await inTime(new Browser(gateway.url).signIn('bob@one.example'))).toBe(200);
    const { needed, useful } = gateway.ready;
    await Promise.all(Object.values({ ...needed, ...useful }).map((check) => check()));
  }
}

describe('Hundreds of requests with bodies that never end', () => {
  test.each([
    ['a visitor, where the contract has no body', 'GET /api/auth/password-key HTTP/1.1', false],
    ['a visitor, at the sign-in', 'POST /api/login HTTP/1.1', false],
    ['a signed-in user', 'POST /api/migrations HTTP/1.1', true],
  ])('When they come from %s, then all others are answered in time', async (_, requestLine, known) => {
    await openUnfinished(requestLine, known ? `\r\nCookie: ${ann.cookie}` : '');
    await expectEverybodyServed();
  });

  test('No body reaches a service before it is there as a whole', async () => {
    const before = gateway.stub.seen.length;
    const body = JSON.stringify({ connectionId: 1, migrationType: 'contacts' });
    const socket = await open(`POST /api/migrations HTTP/1.1\r\nCookie: ${ann.cookie}`);
    socket.write(`Transfer-Encoding: chunked\r\n\r\n`);
    for (const part of [body.slice(0, 5), body.slice(5)]) {
      expect(gateway.stub.seen.length).toBe(before);
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write('0\r\n\r\n');
    expect(String(await once(socket, 'data'))).toContain('connection.not_found');
    const seen = gateway.stub.seen.at(-1);
    expect(seen?.body).toEqual(JSON.parse(body));
    expect(seen?.headers).toMatchObject({ 'content-length': String(body.length) });
  });

  test('One that takes longer than its deadline is closed', async () => {
    const socket = await open('POST /api/login HTTP/1.1');
    socket.resume().write('Content-Length: 10\r\n\r\n{');
    await eventually(() => expect(socket.destroyed).toBe(true), { what: 'the end of the socket' });
  });

  test('An unexpected body is answered immediately, and its connection ends', async () => {
    const socket = await open('GET /api/auth/password-key HTTP/1.1');
    socket.write('Content-Length: 10\r\n\r\n{');
    const answer = String(await once(socket, 'data'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('request.body_unexpected');
    await once(socket, 'close');
  });
});
