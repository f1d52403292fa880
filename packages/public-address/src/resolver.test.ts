import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { nameServerResolver } from './resolver.ts';
import { publicIp } from './testing/evasions.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A name server on loopback. */
async function nameServer(answer: (question: Buffer) => Buffer | null): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  open.push(socket);
  socket.on('message', (question, { port }) => {
    const told = answer(question);
    if (told) socket.send(told, port, '127.0.0.1');
  });
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** RFC 1035, 4.1: the question again, and for type A one answer that points to its name. */
function withAddress(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isA = question.readUInt16BE(end - 4) === 1;
  const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
  const address = publicIp.split('.').map(Number);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]);
  return Buffer.concat([header, question.subarray(12, end), ...(isA ? [record] : [])]);
}

test('When a name has an IPv4 address and no other, then that is its address', async () => {
  const servers = [await nameServer(withAddress)];
  expect(await nameServerResolver({ servers })('hooks.example.com')).toEqual([publicIp]);
});

test('When the name server says nothing, then the name has no address, as soon as the time is over', async () => {
  const servers = [await nameServer(() => null)];
  const started = performance.now();
  expect(await nameServerResolver({ servers, withinMs: 100 })('hooks.example.com')).toEqual([]);
  expect(performance.now() - started).toBeLessThan(1_500);
});

/** RFC 1035, 4.1.1: there is no such name. */
const unknown = (question: Buffer): Buffer =>
  Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x83]), question.subarray(4)]);

test('When a name is only in the hosts file, then it has no address', async () => {
  const servers = [await nameServer(unknown)];
  expect(await nameServerResolver({ servers })('localhost')).toEqual([]);
});
