import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { waitForRedis } from './redis-readiness.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** Answers each connection with the next of `answers`, and repeats the last one forever. */
async function redisThatSays(...answers: string[]): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard.push(String(data));
      socket.write((answers.length > 1 ? answers.shift() : answers[0]) ?? '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, heard };
}

test('When Redis is loading its data, then it is not ready until it answers PONG', async () => {
  const { port, heard } = await redisThatSays('-LOADING Redis is loading\r\n', '+PONG\r\n');
  await waitForRedis(`redis://127.0.0.1:${port}`, AbortSignal.timeout(5_000));
  expect(heard).toEqual(['PING\r\n', 'PING\r\n']);
});

test('When the address has a user and a password, then they are given before the question', async () => {
  const { port, heard } = await redisThatSays('+OK\r\n+PONG\r\n');
  await waitForRedis(`redis://me:s%20cret@127.0.0.1:${port}`, AbortSignal.timeout(5_000));
  expect(heard).toEqual(['*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$6\r\ns cret\r\nPING\r\n']);
});

test('When the patience is over, then the error says what Redis said last', async () => {
  const { port, heard } = await redisThatSays('-NOAUTH Authentication required.\r\n');
  const patience = new AbortController();
  const waiting = waitForRedis(`redis://127.0.0.1:${port}`, patience.signal);
  // Its first answer has come by the second question.
  while (heard.length < 2) await new Promise(setImmediate);
  patience.abort();
  await expect(waiting).rejects.toThrow('NOAUTH');
});
